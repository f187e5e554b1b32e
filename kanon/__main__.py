"""python -m kanon: which kanon this is, and where to start."""

import argparse
import sys

from . import __version__

WHERE = '''\
run_samarati.py and run_mondrian.py publish a table; --help lists their options.
help('kanon') in Python gives the shapes of the data and a whole run in a few lines.'''


def main(argv=None):
    parser = argparse.ArgumentParser('python -m kanon', description='kanon %s: k-anonymous tables.' % __version__,
                                     epilog=WHERE, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--version', action='version', version='kanon ' + __version__)
    parser.parse_args(argv)
    parser.print_help()


if __name__ == '__main__':
    sys.exit(main())
