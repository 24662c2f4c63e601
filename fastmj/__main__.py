"""``python -m fastmj``: the command line."""

import sys

from fastmj.cli import main

if __name__ == "__main__":
    sys.exit(main())
