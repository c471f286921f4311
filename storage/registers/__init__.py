"""Readers and writers of register files, one module a format."""
