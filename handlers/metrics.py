"""What the service counts, in Prometheus's terms; ``bot.health`` publishes it."""

from __future__ import annotations

from prometheus_client import Counter, Gauge, Histogram

QUESTIONS = Counter("waldeck_questions", "Questions answered, by the kind of answer.", ["kind"])
ANSWER_SECONDS = Histogram(
    "waldeck_answer_seconds",
    "Time from taking up a question to its answer being ready, Telegram not included.",
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10),
)
ERRORS = Counter("waldeck_errors", "Errors, by kind.", ["kind"])
WAITING = Gauge("waldeck_updates_waiting", "Updates taken from Telegram whose answer is not done.")
ASSOCIATIONS = Gauge("waldeck_associations", "Associations in the index.")
REVISION = Gauge("waldeck_revision", "Last change, by where it was seen.", ["where"])
LAST_BACKUP = Gauge("waldeck_last_backup_timestamp_seconds", "Unix time of the last verified backup.")
LAST_UPDATES = Gauge("waldeck_last_updates_timestamp_seconds", "Unix time of Telegram's last good answer.")
