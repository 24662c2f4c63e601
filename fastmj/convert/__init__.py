"""Logs of real games -> hands, one row a win, with what the log claims about it kept in columns.

``read_logs`` gives one table, ``LogReader`` a stream of record batches, ``fastmj.audit`` compares the claims with the scores.
A format is one file here and one row of ``formats.FORMATS``.

A format of one's own is a ``Format``: the usual ends of file names, and two functions. ``split(lines, source)`` yields each
game with the number of its first line, in whatever form, and raises ``ValueError`` where the text is of another format.
``play(game, source)`` replays one game and returns a ``Win``, or an ``Ending``. For that there is

    Replay        four hands in play: ``deal``, ``draw``, ``discard``, ``chow``, ``pung``, ``kong``, ``concealed_kong``,
                  ``promote`` and ``flower`` are the events, seats are 0-3 from East, tiles are slots. ``win`` makes the row:
                  how the hand was won, kong draws, the last tile of its kind and the discarder follow from the events.
    FlowerReplay  the same where hands are dealt with flowers in them
    Claim         what the log says of a win: total, elements, payments
    BrokenGame    raised by ``Replay`` for an event that cannot happen, and by ``play`` for what it cannot read. The game is
                  counted and named with its line (``line`` of the exception says how far below the game's first line the
                  fault is), and the next one is read. So it is where ``play`` stumbles over a number, an index or a key.
    Codes         a table of codes, of which an unknown one is a ``BrokenGame``
    repeated      (name, count) pairs -> the names of elements as importers keep them

The Format goes wherever a format's name does; on the command line ``--from my_format.py:NAME`` takes it out of a file. The
README has an example.
"""

from fastmj.convert.flowers import FlowerReplay
from fastmj.convert.formats import FORMATS, Format
from fastmj.convert.games import BrokenGame, Claim, Ending, Problem, Summary, Win
from fastmj.convert.names import repeated
from fastmj.convert.reader import LogReader, log_files, read, read_logs
from fastmj.convert.replay import Codes, Replay
from fastmj.convert.table import SCHEMA

__all__ = [
    "FORMATS",
    "SCHEMA",
    "BrokenGame",
    "Claim",
    "Codes",
    "Ending",
    "FlowerReplay",
    "Format",
    "LogReader",
    "Problem",
    "Replay",
    "Summary",
    "Win",
    "log_files",
    "read",
    "read_logs",
    "repeated",
]
