"""Logs of real games -> hands, one row a win, with what the log claims about it kept in columns.

``read_logs`` gives one table, ``LogReader`` a stream of record batches. A format is one file here and one row of
``reader.FORMATS``.
"""

from fastmj.convert.games import Problem, Summary, Win
from fastmj.convert.reader import FORMATS, LogReader, log_files, read, read_logs
from fastmj.convert.table import SCHEMA

__all__ = ["FORMATS", "SCHEMA", "LogReader", "Problem", "Summary", "Win", "log_files", "read", "read_logs"]
