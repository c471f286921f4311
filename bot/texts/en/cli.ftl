# The command line.

cli-help = Waldeck: the Telegram bot that finds the association you need. Without a command, runs the service.
cli-run = Run the service: answers people until SIGTERM or Ctrl-C.
cli-demo = Try the bot in a browser: no account, no token, no network.
cli-demo-port = Port of the page (0: chosen by the system).
cli-demo-no-browser = Do not open a browser.
cli-import = Read register files into the directory: RNA (zip or CSV), JOAFE (CSV or JSON), JSONL, CSV, text (one purpose a line), gzipped or not.
cli-import-files = Files to read.
cli-import-dry-run = Show what would change, without changing anything.
cli-import-left-out = CSV file to write the left-out rows to, with the reason.
cli-search = Answer a question in the terminal, as the bot would.
cli-search-question = The question, in quotes.
cli-search-limit = Number of answers.
cli-search-explain = Show how the question was understood and where each score comes from.
cli-export = Write the whole directory to a .jsonl or .csv file.
cli-export-file = File to write, .jsonl or .csv.
cli-backup = Copy the database, even while the service runs.
cli-backup-file = File of the copy.
cli-restore = Put a backup in the database’s place; the present database is kept aside.
cli-restore-file = Backup to put back.
cli-check = Examine settings, database, index, token, rights and disk, and say what to do.
cli-evaluate = Measure the quality of answers on judged questions.
cli-evaluate-topics = Questions: lines “id, question, what would satisfy, kind”, tab-separated.
cli-evaluate-qrels = Judgments: lines “id, RNA number, grade”.
cli-evaluate-run = File to write the answers to: “id, RNA number”, 100 a question.
cli-option-database = Database file (else DATABASE_PATH).
cli-option-json = Answer in JSON.

cli-progress-index = index
cli-nothing-found = No association found.
cli-found-more = More than { $count } associations found
cli-where = Near which place? Name it in the question, for example: “choir near Nevers”.
cli-choose-place = Several towns have this name: { $places }. Add the département to pick one.
cli-found = { $count ->
    [one] { $count } association found
   *[other] { $count } associations found
}
cli-import-report = { $file } ({ $format }): { $read ->
    [one] { $read } row read
   *[other] { $read } rows read
}, { $added } added, { $changed } changed, { $unchanged } unchanged, { $kept } kept as admins left them, { $left } left out.
cli-import-dry-report = { $file } ({ $format }), dry run: { $read ->
    [one] { $read } row read
   *[other] { $read } rows read
}, { $added } to add, { $changed } to change, { $unchanged } unchanged, { $kept } kept as admins left them, { $left } left out.
cli-exported = { $count ->
    [one] { $count } association written to { $file }
   *[other] { $count } associations written to { $file }
}
cli-backed-up = Verified copy: { $file }
cli-restored = { $file } is now the database { $database }.
cli-kept-aside = The previous database is kept: { $file }

in-the-way-read = { $path } is one of the files to be read: choose another name for what will be written.
in-the-way = { $path } exists already and is no copy of a database. Choose another name, or remove that file.
missing-file = There is no file { $path }.
missing-database = There is no database { $path }. Import a register (python -m bot import FILE) or name the database with --database.
invalid-judgments = { $path }, line { $line }: unreadable. See python -m bot evaluate --help.
missing-sandbox = The demonstration needs more packages: pip install 'waldeck[sandbox]', or make demo.

check-settings = Settings readable, { $owners ->
    [one] { $owners } owner
   *[other] { $owners } owners
}.
check-no-owner = OWNER_IDS is empty: nobody will be able to keep the directory from Telegram. Write to @userinfobot to learn your id.
check-no-database = No database { $path } yet: it will be created. Fill it with python -m bot import FILE
check-database = Database sound: { $path }, { $count ->
    [one] { $count } association
   *[other] { $count } associations
}.
check-index = Index ready in { $seconds } s, { $count ->
    [one] { $count } association
   *[other] { $count } associations
}.
check-disk = { $free } MB free on the disk.
check-disk-short = Only { $free } MB are left on the disk; { $needed } would be needed for a migration and a backup. Make room.
check-backups-off = Daily backups are off (BACKUP_AT=off).
check-backups-unwritable = Can’t write backups to { $folder }. Mend BACKUP_DIR or the rights of the folder.
check-backups-none = No backup in { $folder } yet: the first will be made at BACKUP_AT.
check-backups = { $count ->
    [one] { $count } backup
   *[other] { $count } backups
}, the last { $hours } h ago.
check-token = The token is that of @{ $username }.
check-telegram-unreachable = { $url } does not answer ({ $detail }). Check the network and TELEGRAM_API_URL.
demo-ready = Open this address in a browser on this machine: there you talk to the bot as a member, an admin or the owner. Ctrl-C ends the demonstration and erases what was written in it.
demo-port-taken = The page can’t be served on port { $port } ({ $detail }). Choose another with --port, or none: the system will find a free one.

explain-kind = Answer: { $kind ->
    [results] associations found
    [count] a number
    [browse] a whole place or theme
    [smalltalk] a courtesy
    [ask_location] the place is asked for
    [choose_place] several places of that name
    [nothing] nothing
   *[other] { $kind }
}
explain-place = Place: { $place }
explain-corrected = Corrected: { $typed } → { $read }
explain-added = Added for “{ $said }”: { $added }
explain-dropped = Passed over: { $words }
explain-nearby = (nearby)
explain-exact = (exact name or number)
