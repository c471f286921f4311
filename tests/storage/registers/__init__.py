"""Tests of the readers of register files."""
