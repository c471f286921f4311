"""The process: settings, assembly of the parts, and the command line (``python -m bot``)."""
