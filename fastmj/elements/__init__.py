"""Scoring elements, one family a file."""
