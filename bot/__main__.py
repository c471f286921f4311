"""``python -m bot``."""

from retrieval import collector

with collector.paused():
    from bot.cli import main

main()
