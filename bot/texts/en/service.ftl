# What the service says: faults, and what an operator can mend.

fault = Sorry, something went wrong on our side. It has been noted and reported; please try again in a moment.
fault-storage = Sorry, the directory can’t save anything right now. The people in charge have been told; nothing that was confirmed is lost.
fault-report = ⚠️ Service error ({ $kind }): { $error }. The traceback is attached.

error = An error occurred: { $detail }
token-refused = Telegram refuses the token (TELEGRAM_BOT_TOKEN). Check it with @BotFather (/mybots → API Token), then start again.
missing-token = TELEGRAM_BOT_TOKEN is missing. Ask @BotFather for a token (/newbot) and write it into the .env file; to try without a token: python -m bot demo
already-running = Another process already serves the database { $path }. Stop it first (or choose another database with DATABASE_PATH).
port-taken = Port { $port } of { $address } is taken. Choose another HEALTH_PORT or stop the program that uses it.
webhook-port-taken = Port { $port } of { $address } is taken. Choose another WEBHOOK_PORT or stop the program that uses it.

invalid-settings = Some settings can’t be used as they are (environment variables or the .env file):
setting-fault = { $name } = { $value }: { $expected }
setting-secret = { $name }: { $expected }
setting-telegram-bot-token = the token that @BotFather gives, such as 123456789:AAE…, without spaces or quotes.
setting-telegram-api-url = an http(s) address, such as https://api.telegram.org
setting-owner-ids = Telegram ids in digits, separated by commas (write to @userinfobot to learn yours).
setting-database-path = the path of a file.
setting-default-language = fr or en.
setting-results-per-page = a whole number from 1 to 10.
setting-questions-per-minute = a whole number from 1 to 1000.
setting-query-retention-days = a whole number of days, from 1 to 3650.
setting-webhook-url = a complete https:// address, or nothing for polling.
setting-webhook-secret = 1 to 256 characters of A–Z, a–z, 0–9, _ and -.
setting-webhook-listen = an IP address of this machine.
setting-webhook-port = a port number, from 1 to 65535.
setting-health-listen = an IP address of this machine.
setting-health-port = a port number, from 1 to 65535, or nothing.
setting-backup-dir = the path of a folder.
setting-backup-keep = a whole number from 1 to 1000.
setting-backup-at = a time such as 03:30, or off.
setting-log-level = DEBUG, INFO, WARNING or ERROR.
setting-log-format = text or json.

database-newer = The database { $path } was written by a newer version of Waldeck. Update Waldeck, or restore a backup: python -m bot restore FILE
database-damaged-check = The database { $path } is damaged ({ $detail }). Keep it aside and restore the last backup: python -m bot restore FILE
database-damaged-not-a-database = { $path } is not an SQLite database. Check DATABASE_PATH, or restore a backup: python -m bot restore FILE
database-damaged-foreign = { $path } belongs to another program, not to Waldeck. Check DATABASE_PATH; nothing in it was changed.
database-unwritable-read-only = Can’t write to { $path }: the file, the folder or the disk is read-only for this user, and even reading has to write beside the database. Give the right to write, or copy the database elsewhere and name it with --database or DATABASE_PATH.
database-unwritable-no-room = No room left to write { $path }. Free some disk space; nothing was changed.
database-unwritable-no-folder = Can’t create or open { $path } ({ $detail }). Check the path.
database-unwritable-disk = The disk reports an error while writing { $path } ({ $detail }). Check the disk and your backups.
database-unwritable-moved = The database { $path } was deleted or moved while in use. Put it back, then start again.
database-busy = Another program has been writing to { $path } for too long. Wait until it ends, then try again.
database-closed = The database { $path } is closed already.
