# Register files: why a file, or a row, can't be used.

register-missing = There is no file { $name }.
register-unreadable = { $name } can’t be read: { $detail }. Check the file and its rights.
register-empty = { $name } is empty. Check how it was sent or downloaded.
register-binary = { $name } is not text ({ $kind ->
    [picture] a picture
    [pdf] a PDF
    [spreadsheet] a workbook: save it as CSV from your spreadsheet program
    [archive] an archive other than zip and gzip
    [database] a database
    [recording] a sound recording
   *[data] data
}). It takes a CSV, JSON, JSON Lines or text file, or a zip of CSV files.
register-columns = The columns of { $name } are not those of a known register. Columns found: { $found }. Expected, among others: { $expected }.
register-truncated = { $name } is cut short: the row that begins on line { $line } never ends. Fetch the file again.
register-json = { $name } is not valid JSON, or is cut short, near line { $line }. Fetch the file again.
register-damaged = { $name } is damaged or cut short ({ $detail }). Fetch the file again.
register-encrypted = { $name } is protected by a password. Send it without.
register-nested = { $name } contains the archive { $member }. Send that one on its own.
register-climbs = { $name } contains the path { $member }, which leads out of the archive: the file is refused.
register-bomb = { $name } unpacks to far more than an honest register: the file is refused.
register-no_register = { $name } contains no CSV, JSON or text.
register-no_rows = { $name } has no row below its header.
register-suffix = { $name }: choose a name that ends in .jsonl or .csv.
register-unwritable = Can’t write { $name }: { $detail }.

left-out-blank = a blank row
left-out-nothing = neither title nor purpose
left-out-columns = more or fewer columns than the header
left-out-quote = a quotation mark that is not closed, or stray text after one
left-out-long = a title or purpose beyond all measure
left-out-json = not a JSON object
left-out-type = a value that is not text
left-out-status = a status other than active, dissolved or replaced
left-out-characters = characters that are no text
left-out-repeated = the same association comes again further on in the file
left-out-accounts = an announcement of accounts, not of an association

cell-unread = “{ $field }” can’t be read, passed over
left-out-header-file = file
left-out-header-line = line
left-out-header-reason = reason
left-out-header-text = text
register-format = { $format ->
    [text] text, one purpose a line
   *[other] { $format }
}
