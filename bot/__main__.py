"""``python -m bot``."""

import gc

gc.disable()  # imports drop next to nothing: collections meanwhile would take a tenth of the start

from bot.cli import main  # noqa: E402

gc.enable()
main()
