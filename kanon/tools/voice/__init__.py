"""The sentences of pages, pictures, judgments and attacks, in English and Chinese.

core/voice/speaking.py says them. A table is a file of_*.py, as in core/voice/. attack_names.py has what attacks are called, and counted_persons.py the
sentences that count persons.
"""

# In this order they are asked for a key.
TABLES = ('of_all_tools', 'of_run_pages', 'of_signing', 'of_tables', 'of_estimates', 'of_attacks', 'of_use', 'of_choosing', 'of_start',
          'of_tools', 'of_pictures', 'of_explaining')
