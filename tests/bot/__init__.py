"""The process, its settings and its command line."""
