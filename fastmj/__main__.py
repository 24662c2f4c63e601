"""``python -m fastmj`` is the command ``fastmj``."""

from fastmj.cli import main

main()
