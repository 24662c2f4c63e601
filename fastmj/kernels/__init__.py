"""Compiled code: tables, the stages of a block, the generated loop of a rule set."""
