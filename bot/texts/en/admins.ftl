# Keeping the directory: guided conversations, history, files, the team.

named = { $name }:
moment = { DATETIME($at, dateStyle: "medium", timeStyle: "short") }
the-command-line = command line
an-owner = owner { $id }
a-person = person { $id }
status-active = active
status-dissolved = dissolved
status-replaced = replaced

field-rna-id = RNA number
field-title = Title
field-short-title = Acronym
field-purpose = Purpose
field-theme = Theme
field-city = Town
field-postcode = Postcode
field-commune-code = INSEE code
field-website = Website
field-founded = Founded
field-status = Status
field-replaced-by = Replaced by
field-reason = Reason

# Guided conversations
flow-add = adding an association
flow-edit = editing an association
flow-delete = deleting an association
flow-suggest = suggesting an association
flow-waiting = By the way, { $what } is still waiting.
flow-reminder = You left off { $what }. Would you like to go on? Otherwise I will drop it in a day.
flow-another = You have already begun { $what }. Go on, or drop it and begin afresh with { $instead }?
flow-in-private = This is done in private: open a private chat with me and send the command there.
flow-over = This is done already, or no longer under way.
flow-passed = This step is over: the next one is further down.
flow-forwarded = A forwarded message is not taken as an answer. Copy its text, or type it yourself.
flow-wordless = I am waiting for text here: photos, voices and stickers are not taken as answers.
flow-demoted = You are no longer an admin: nothing was saved.
flow-demoted-suggest = You are no longer an admin: this will not be published directly, but you can suggest it to the admins. Nothing you typed is lost.
flow-timed-out = Nothing happened here for a day, so I am dropping this. Here is what you had typed, to take up later.
gone-meanwhile = Somebody deleted this association in the meantime. Nothing was saved; here is what you had typed.
button-cancel = ✖️ Cancel
button-step-back = ‹ Back
button-skip = Skip
button-clear = Clear this field
button-resume = ▶️ Go on
button-instead = Drop it for the other
button-was-question = 💬 That was a question
button-whole = That is all of it
button-private = Open the chat

ask-title = What is the association’s title?
how-title = As registered, 250 characters at most.
ask-purpose = What is its purpose?
how-purpose = What it does and for whom, in its own words, 6,000 characters at most.
ask-rest = The first { $characters } characters arrived; Telegram has probably cut the text. Send the rest, or tap “That is all of it”.
ask-place = Where is it?
how-place = Type the town, the postcode, or both: “58000 Nevers”.
ask-which-place = Several towns fit: which one? You can also type the name with its postcode.
ask-theme = What is its theme?
how-theme = Tap a theme. The first ones are proposed from the purpose.
how-theme-alone = Choose it from the list, or skip.
ask-theme-all = All themes of the nomenclature (in French, as published):
ask-website = What is its website?
how-website = An address such as https://example.org
ask-short-title = What is its acronym?
how-short-title = Short name or acronym, 100 characters at most.
ask-founded = When was it founded?
how-founded = A date as YYYY-MM-DD, such as 1998-05-23.
ask-status = Is it still active?
how-status = A dissolved association appears only when it is looked for by name or number.
ask-present = At present:
ask-reason = Why delete it? Type the reason or tap one; it stays in the history.
reason-gone = It no longer exists
reason-twice = It is there twice
reason-wrong = What it says is wrong
button-other-theme = Other theme…
button-all-themes = ‹ All themes

review-add = This is what members will see. Is all of it right?
review-suggestion = A member’s suggestion: this is what members will see. Is all of it right?
review-suggest = This is your suggestion. Shall I pass it on to the admins?
review-edit = This is what members will see, then what changes. Shall I save it?
review-edit-nothing = What would you like to change? Tap a field.
review-delete = Delete this association? No import will bring it back; “Undo” does.
review-long = The purpose is shortened here; members will read all { $characters } characters of it.
place-doubt-unknown = ⚠️ I know of no town “{ $town }”: check the spelling.
place-doubt-several = ⚠️ Several towns are called “{ $town }”: add the postcode, or it will not be found in the right place.
place-doubt-postcode = ⚠️ In the directory, “{ $town }” does not have the postcode { $postcode }: check both.
duplicates = ⚠️ This looks like:
button-add = ✅ Publish
button-save = ✅ Save
button-send = ✅ Send
button-delete = 🗑 Delete
button-undo = ↩️ Undo
button-history = 🕘 History
button-field-title = Title
button-field-short-title = Acronym
button-field-purpose = Purpose
button-field-place = Place
button-field-theme = Theme
button-field-website = Website
button-field-founded = Founded
button-field-status = Status

added = ✅ Added: it answers questions from now on.
edited = ✅ Saved.
edited-nothing = There was nothing to change: the association says this already.
deleted = 🗑 Deleted. “Undo” puts it back as it was.
undone = ↩️ Undone. To return to it, tap “Undo” again.
repeated = This command had reached me already, perhaps just before a restart: /history shows what came of it. If nothing is there, send it again.
undone-already = This change was undone already.
undo-nothing = You have no change to undo. Those of others are in /history.
undo-refused = This change can’t be undone without overwriting something else; nothing was changed.
undo-import-sure = Undo the whole import no. { $number }? What it added goes, what it changed becomes as before.
undo-import-running = Undoing the import…
button-undo-import = ↩️ Yes, undo the whole import
import-undone = { $count ->
    [one] ↩️ Import undone: { $count } association put back as before.
   *[other] ↩️ Import undone: { $count } associations put back as before.
}
add-too-many-parts = I read { $parts } parts, there can be five at most: /add Title | purpose | city | postcode | website. Replace bars “|” inside a text by something else.

find-edit = Which association shall be edited? Type its name, a few words or its RNA number.
find-delete = Which association shall be deleted? Type its name, a few words or its RNA number.
find-which = Which one? Tap it, or type other words.
find-nothing = I found nothing like that. Try other words, or the RNA number.

history-of-all = 🕘 History of the directory, latest first
history-of-one = 🕘 History of the association, latest first
history-empty = There are no changes yet.
history-end = The history ends here.
change-add = added
change-edit = edited
change-delete = deleted
change-undo = taken back
change-import = import no. { $number }
change-reason = Reason: { $reason }
change-undone = (undone since)
button-undo-number = ↩️ { $number }

suggest-enough = Thank you! { $waiting } of your suggestions still wait for an admin. Please wait for their answer before you send more.
suggest-thanks = Thank you! Your suggestion is with the admins. I will tell you what they decide.
suggestion-new = 📬 Suggestion no. { $number } from a member
suggestion-accepted = Good news: your suggestion is in the directory.
suggestion-refused = Your suggestion was not taken up. Thank you for thinking of it.
suggestion-was-refused = Suggestion refused: { $title }
suggestion-decided = An admin has decided on this suggestion already.
button-suggestion-accept = ✅ Accept
button-suggestion-edit = ✏️ Edit
button-suggestion-refuse = ✖️ Refuse

# What stands in the way of a change
conflict = ⚠️ Somebody changed this association in the meantime:
conflict-import = ⚠️ Since this import, { $total } of its associations were changed in other ways. Nothing was undone; undo those changes in /history first.
already-exists = This association is in the directory already:
not-found = This no longer exists: somebody deleted it in the meantime.
invalid-entry-empty = “{ $field }”: I read nothing in it. Type it again, or skip.
invalid-entry-long = “{ $field }” has { $length } characters, { $longest } at most are possible.
invalid-entry-malformed = “{ $field }” is not of the form expected. Check it and send it again.
invalid-entry-unknown = “{ $field }”: I do not know this value. Check it and send it again.
invalid-entry-characters = “{ $field }” holds a character that is no text. Type it anew, or copy it from elsewhere, and send it again.
invalid-entry-title-empty = A title or a purpose is missing: type at least one of them.
invalid-entry-title-long = The title has { $length } characters, { $longest } at most are possible. Shorten it; the rest can go into the purpose.
invalid-entry-purpose-empty = I read no words in it. Type the association’s purpose.
invalid-entry-purpose-long = The purpose has { $length } characters, { $longest } at most are possible. Shorten it and send it again.
invalid-entry-short-title-long = The acronym has { $length } characters, { $longest } at most are possible.
invalid-entry-short-title-empty = I read no words in it. Type the acronym, or skip.
invalid-entry-city-long = The town’s name has { $length } characters, { $longest } at most are possible.
invalid-entry-postcode-malformed = A postcode has five digits, such as 58000.
invalid-entry-commune-code-malformed = An INSEE code has five characters, such as 58194 or 2A004.
invalid-entry-website-malformed = I don’t recognise a web address. Type it like https://example.org, or skip.
invalid-entry-website-long = The address has { $length } characters, { $longest } at most are possible.
invalid-entry-website-empty = I read no address. Type it like https://example.org, or skip.
invalid-entry-founded-malformed = I don’t recognise the date. Type it as YYYY-MM-DD, such as 1998-05-23.
invalid-entry-founded-empty = Type the date as YYYY-MM-DD, or skip.
invalid-entry-theme-unknown = This theme code is not in the nomenclature. Choose a theme with the buttons.
invalid-entry-theme-malformed = A theme has a code of six digits, such as 011035.
invalid-entry-rna-id-malformed = An RNA number is the letter W and nine more characters, such as W581000123.
invalid-entry-replaced-by-malformed = An RNA number is the letter W and nine more characters, such as W581000123.
invalid-entry-status-unknown = The status is “active” or “dissolved”.
invalid-entry-reason-long = The reason has { $length } characters, { $longest } at most are possible.
invalid-entry-city-empty = I read no name. Type the town or the postcode, or skip.
change-import-undone = import no. { $number } undone
change-import-counts = { $added } added, { $changed } changed

# The team
role-admin = admin
role-owner = owner
admins-list = Who keeps the directory
admins-how =
    /admins add ID Name – appoint (or reply “/admins add” to a message of theirs, or send me their contact)
    /admins remove ID – dismiss
admins-whom = Who is meant? Give the id in digits (the person gets it from @userinfobot), or reply to a message of theirs.
admins-contact = { $name }: appoint this person as an admin?
admins-contact-unknown = This contact is not on Telegram, or hides their id. Ask them for their id (@userinfobot) and send /admins add ID.
admins-already = This person keeps the directory already.
admins-appointed = ✅ { $name } can keep the directory from now on. The commands appear in their menu once they write to me.
admins-sure = Dismiss { $name } as an admin?
admins-dismissed = { $id } is no longer an admin. Their changes stay in the history.
admins-no-admin = This person is no admin: there is nothing to take away.
admins-owner-stays = Owners come from the setting OWNER_IDS: they can’t be dismissed from here. So nobody locks themselves out.
button-appoint = ✅ Appoint { $name }
button-dismiss = ✖️ { $name }
button-dismiss-yes = Yes, dismiss
button-no = No

# Synonyms
synonyms-list = Words that mean the same, taught by admins
synonyms-none = None so far.
synonyms-how = To teach more: /synonyms vélo = bicyclette = cyclisme
synonyms-taught = ✅ Learnt: { $words }
synonyms-forgotten = Forgotten:
synonyms-gone = This is no longer in the list.
synonyms-long = This is too long: { $most } words or phrases at most, of { $longest } characters each.
synonyms-wordless = I need words: one of these has none.
button-forget = ✖️ { $words }

# Files
import-how =
    Send me the file as a document, 20 MB at most: an RNA zip or CSV, JOAFE announcements (CSV or JSON), JSONL, or a spreadsheet saved as CSV (“;” or “,”, columns matched by name: title, purpose, city, postcode, website…).

    I show first what would change; nothing is written without your consent.
import-fetching = Fetching the file…
import-too-big = “{ $name }” is over 20 MB: Telegram does not hand it to me. Copy it to the server and run: python -m bot import "{ $name }"
import-not-fetched = Telegram did not hand me all of “{ $name }”; nothing was read. Send it again in a moment.
import-send-again = The service restarted while I was reading your file; nothing was written. Send it again.
import-examining = Reading the file, as a trial…
import-running = Importing; you can go on writing to me…
import-progress = { $done } rows, { $percent }%
import-dry = This is what the import would do (nothing is written yet)
import-nothing-new = This import would change nothing: all of it is there already.
import-nothing-usable = No row of this file can be imported; nothing was written.
import-done = ✅ Import done
import-not-possible = This file can’t be imported; nothing was written.
import-failed = { $detail }
import-file-kept = The file is kept for a day: once the obstacle is gone, start the import again without sending it anew.
import-given-up = Import dropped; nothing was written.
import-over = This import is done, dropped, or the file is no longer kept (one day). Send it again if need be.
import-running-already = This import is running already.
import-cut-short = The service restarted during your import. An import is written whole or not at all: start it again, what is there already will not count twice.
import-recognised = { $file }: { $format }, { $encoding }
import-read = { $count ->
    [one] { $count } row read
   *[other] { $count } rows read
}
import-added = new: { $count }
import-changed = changed: { $count }
import-unchanged = unchanged: { $count }
import-kept = kept as admins left them: { $count }
import-left-out = left out: { $count }
import-examples-new = New, for example
import-examples-changed = Changed, for example
import-examples-kept = Kept, for example
import-examples-unchanged = Unchanged, for example
import-examples-left-out = Left out, for example
import-examples-unread = Unreadable, for example
import-reason = { $count } × { $reason } ({ $shown ->
    [one] line
   *[other] lines
} { $lines })
import-ignored = { $count ->
    [one] Column not recognised, passed over: { $columns }
   *[other] Columns not recognised, passed over: { $columns }
}
quoted = “{ $words }”
button-import = ✅ Import
button-undo-this-import = ↩️ Undo this import
left-out-line = line { $line } ({ $what })
left-out-file = rows-to-mend.csv
left-out-caption = To be mended in your file, with the reason: { $rows ->
    [0] {""}
    [one] one row left out
   *[other] { $rows } rows left out
}{ $rows ->
    [0] {""}
   *[other] { $cells ->
        [0] {""}
       *[other] {", "}
    }
}{ $cells ->
    [0] {""}
    [one] one cell that can’t be read
   *[other] { $cells } cells that can’t be read
}
register = { $name } can’t be imported ({ $reason }).
export-which = In which form? CSV opens in a spreadsheet, accents intact; JSONL suits programs. Importing either again changes nothing.
button-export-csv = Spreadsheet (CSV)
button-export-jsonl = JSONL
export-writing = Writing the file…
export-caption = { $count ->
    [one] The directory: { $count } association
   *[other] The directory: { $count } associations
}
export-too-big = Even compressed, the file is over the 50 MB that Telegram takes. On the server: python -m bot export directory.jsonl
backup-writing = Copying the database…
file-not-confirmed = Telegram did not confirm that “{ $name }” was sent. If it has not arrived within a minute, please ask for it again.
backup-caption = A copy of the database, consistent and verified. To put it back: python -m bot restore FILE
backup-too-big = Even compressed, the copy is over the 50 MB that Telegram takes. On the server: python -m bot backup copy.sqlite3

# Statistics
stats-total = { $count ->
    [one] { $count } association
   *[other] { $count } associations
}
stats-active = active: { $count }
stats-dissolved = dissolved: { $count }
stats-replaced = replaced: { $count }
stats-line = { $name }: { $count }
stats-statuses = By status
stats-themes = By theme
stats-departements = By département
stats-questions = { $count ->
    [one] { $count } question in { $days } days
   *[other] { $count } questions in { $days } days
}
stats-a-day = { $average } a day on average, { $today } today
stats-unanswered = Without an answer: { $percent }%
stats-votes = Votes: 👍 { $up } · 👎 { $down }
stats-without = Most often without an answer
stats-worst = Answers found least useful
stats-days = Questions a day
stats-legend-questions = questions
stats-legend-unanswered = without an answer
number = { $count }
