"""What an import looks like: progress, what it would do with examples, what it did."""

from __future__ import annotations

from telegram import InlineKeyboardButton as Button

from handlers import card_views, import_words
from handlers.access import IMPORT, UNDO
from handlers.context import Context
from handlers.delivery import View
from handlers.entry_views import differences
from handlers.keyboards import keyboard
from handlers.markup import Rich, bold, italic, joined, pack, plain, shortened
from handlers.texts import MissingText
from storage.errors import WaldeckError
from storage.import_report import ImportReport
from storage.model import ENTRY_FIELDS
from storage.staging import Example

FILE_UNITS = 80
MOST_EXAMPLES = 5
MOST_DIFFERENCES = 2
WIDTHS = (80, 50, 30, 15)
"""UTF-16 units of a name or a value in an example."""
SHOWN = ("new", "changed", "left-out", "unread", "kept", "unchanged")
"""Kinds of examples in the order of their interest: a message may not hold them all."""


def progress(context: Context, text: str, done: int, total: int) -> View:
    """How far it is."""
    percent = min(100, 100 * done // max(total, 1))
    return View(joined([context.say(text), context.say("import-progress", done=done, percent=percent)]))


def proposal(context: Context, report: ImportReport, token: str) -> View:
    """What the import would do, to be confirmed or given up."""
    buttons = [
        [Button(context.say("button-import"), callback_data=f"{IMPORT}yes:{token}")],
        [Button(context.say("button-cancel"), callback_data=f"{IMPORT}no:{token}")],
    ]
    return View(_with_examples(context, report, "import-dry"), keyboard(buttons))


def nothing_new(context: Context, report: ImportReport) -> View:
    """The import would change nothing: all of it is there, or none of it is of use."""
    known = report.unchanged or report.kept
    return View(_with_examples(context, report, "import-nothing-new" if known else "import-nothing-usable"))


def _with_examples(context: Context, report: ImportReport, text: str) -> Rich:
    """What would happen, with five examples of each kind, as wide as one message bears."""
    head = joined([bold(context.say(text)), _counts(context, report)])
    blocks = [head]
    for units in WIDTHS:
        blocks = [head, *_examples(context, report, units)]
        if joined(blocks, "\n\n").fits():
            break
    return pack(blocks)


def done(context: Context, report: ImportReport) -> View:
    """What the import did, with a button to take it back as a whole."""
    undo = []
    if report.batch is not None:
        undo = [Button(context.say("button-undo-this-import"), callback_data=f"{UNDO}b:{report.batch}")]
    return View(joined([bold(context.say("import-done")), _counts(context, report)]), keyboard([undo]))


def cut_short(context: Context, token: str) -> View:
    """The service ended during the import: nothing or all of it landed; it can be started again."""
    again = Button(context.say("button-import"), callback_data=f"{IMPORT}yes:{token}")
    return View(plain(context.say("import-cut-short")), keyboard([[again]]))


def failed(context: Context, error: WaldeckError, token: str | None) -> View:
    """Why the file can't be imported, and what to do; ``token`` of a file that is kept to try again."""
    try:
        sentence = context.say(error.text_id, **error.arguments)
    except MissingText:
        sentence = context.say("import-failed", detail=str(error))
    if token is None:
        return View(joined([bold(context.say("import-not-possible")), sentence]))
    again = Button(context.say("button-import"), callback_data=f"{IMPORT}yes:{token}")
    kept = context.say("import-file-kept")
    return View(joined([bold(context.say("import-not-possible")), sentence, kept]), keyboard([[again]]))


def _counts(context: Context, report: ImportReport) -> Rich:
    say = context.say
    lines = [
        plain(
            say(
                "import-recognised",
                file=shortened(report.file, FILE_UNITS),
                format=say("register-format", format=report.format),
                encoding=report.encoding,
            )
        ),
        plain(say("import-read", count=report.rows_read)),
        *(
            plain("• " + say(f"import-{name}", count=count))
            for name, count in (
                ("added", report.added),
                ("changed", report.changed),
                ("unchanged", report.unchanged),
                ("kept", report.kept),
                ("left-out", report.left_out),
            )
            if count or name in {"added", "changed", "unchanged"}
        ),
    ]
    lines += [plain(f"    – {why}") for why in import_words.left_out(say, report)]
    return joined([*lines, *(plain(f"• {what}") for what in import_words.passed_over(say, report))])


def _examples(context: Context, report: ImportReport, units: int) -> list[Rich]:
    """A few rows of each kind, for the admin to see that the columns were understood."""
    blocks = {
        kind: [_example(context, kind, example, units) for example in examples[:MOST_EXAMPLES]]
        for kind, examples in report.examples.items()
    }
    blocks["left-out"] = [
        _on_line(context, row.line, import_words.reason(context.say, row.reason), row.raw, units)
        for _, row in report.left_out_rows[:MOST_EXAMPLES]
    ]
    blocks["unread"] = [
        _on_line(context, cell.line, import_words.field_name(context.say, cell.field), cell.text, units)
        for _, cell in report.unread_cells[:MOST_EXAMPLES]
    ]
    order = sorted(blocks, key=SHOWN.index)
    return [
        joined([bold(context.say(f"import-examples-{kind}")), *blocks[kind]])
        for kind in order
        if blocks[kind]
    ]


def _on_line(context: Context, line: int, what: str, text: str, units: int) -> Rich:
    where = context.say("left-out-line", line=line, what=what)
    return plain(f"• {where} ") + italic(shortened(text.strip(), units))


def _example(context: Context, kind: str, example: Example, units: int) -> Rich:
    line = plain(f"• {card_views.name_and_place(context, example.said, units)}")
    if kind != "changed" or example.before is None:
        return line
    before, after = example.before, example.after
    pairs = {name: (getattr(before, name), getattr(after, name)) for name in ENTRY_FIELDS}
    changed = [(name, pair) for name, pair in pairs.items() if pair[0] != pair[1]][:MOST_DIFFERENCES]
    return joined([line, differences(context, dict(changed), units=units)])
