"""What is refused, in the language of a page: a line of English in, a line of Chinese out.

Promise: no program waits for this room. It is loaded where a page shows a refusal.
"""
