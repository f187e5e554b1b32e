"""The sentences of a report, in English and Chinese, and how a sentence is said.

Invariant: what is said is a key and its values. speaking.py makes the text from them, in one
language. A key stands in one table of of_*.py, and a text has one key. Text, HTML and SVG say the
same facts by the same keys. The sentences of pages and tools stand in tools/voice/.
"""

# The languages, in the order of their texts: {what is typed: (its name, its tag in HTML and SVG)}.
LANGUAGES = {'en': ('English', 'en'), 'zh': ('Chinese', 'zh-CN')}
