-- Associations, their history, and what the conversation needs to survive a restart.
CREATE TABLE associations (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    rna_id TEXT UNIQUE,
    title TEXT NOT NULL DEFAULT '',
    short_title TEXT,
    purpose TEXT NOT NULL DEFAULT '',
    theme TEXT,
    city TEXT,
    postcode TEXT,
    commune_code TEXT,
    website TEXT,
    founded TEXT,
    status TEXT NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'dissolved', 'replaced')),
    replaced_by TEXT,
    -- identity of an entry without an RNA number (see storage.identity), else null
    content_key TEXT UNIQUE,
    -- names of the fields that an admin set: imports leave them alone; comma-separated
    edited TEXT NOT NULL DEFAULT '',
    source TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    CHECK (title <> '' OR purpose <> '')
) STRICT;

-- The id is the catalogue's revision: the index replays what came after its own.
CREATE TABLE changes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    association_id INTEGER NOT NULL,
    action TEXT NOT NULL CHECK (action IN ('add', 'edit', 'delete', 'undo')),
    before TEXT, -- JSON of the entry; null when it did not exist
    after TEXT,  -- JSON of the entry; null when it no longer exists, and for imported additions
    -- JSON of content_key, edited, source and created_at before; null where they stayed as they were
    kept TEXT,
    actor_id INTEGER, -- Telegram user id; null for the command line
    reason TEXT,
    at INTEGER NOT NULL,
    batch INTEGER, -- imports.id
    undoes INTEGER -- changes.id that this one takes back
) STRICT;
CREATE INDEX changes_association ON changes (association_id, id);
CREATE INDEX changes_batch ON changes (batch, id) WHERE batch IS NOT NULL;
CREATE INDEX changes_single ON changes (id) WHERE batch IS NULL;
CREATE INDEX changes_actor ON changes (actor_id, id) WHERE actor_id IS NOT NULL;
CREATE INDEX changes_undoes ON changes (undoes) WHERE undoes IS NOT NULL;

-- Numbers and keys that an admin deleted: a register read again does not bring them back.
CREATE TABLE removed (
    identity TEXT PRIMARY KEY, -- 'rna:' and the number, or 'key:' and the content key
    change_id INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE imports (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    file TEXT NOT NULL,
    format TEXT NOT NULL,
    actor_id INTEGER,
    at INTEGER NOT NULL,
    rows_read INTEGER NOT NULL,
    added INTEGER NOT NULL,
    changed INTEGER NOT NULL,
    unchanged INTEGER NOT NULL,
    kept INTEGER NOT NULL,     -- rows that differ only in what admins edited or deleted
    left_out INTEGER NOT NULL,
    reasons TEXT NOT NULL,     -- JSON: reason -> count
    undoes INTEGER, -- imports.id of the batch that this one takes back
    undone_at INTEGER
) STRICT;

CREATE TABLE admins (
    user_id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    role TEXT NOT NULL CHECK (role IN ('admin', 'owner')),
    added_by INTEGER,
    added_at INTEGER NOT NULL
) STRICT;

-- No user id: who asked is not kept.
CREATE TABLE searches (
    id INTEGER PRIMARY KEY,
    question TEXT NOT NULL,
    understood TEXT NOT NULL, -- JSON
    hits INTEGER NOT NULL,
    at INTEGER NOT NULL
) STRICT;
-- Ids are handed out before their rows are written: they are reserved in blocks, so that a button
-- that a person holds never leads to somebody else's question, even after a crash.
CREATE TABLE counters (
    name TEXT PRIMARY KEY,
    reserved INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX searches_at ON searches (at);

CREATE TABLE feedback (
    search_id INTEGER NOT NULL,
    association_id INTEGER NOT NULL,
    voter BLOB NOT NULL, -- keyed hash of the user id
    vote INTEGER NOT NULL CHECK (vote IN (-1, 1)),
    at INTEGER NOT NULL,
    PRIMARY KEY (search_id, association_id, voter)
) STRICT, WITHOUT ROWID;
CREATE INDEX feedback_voter ON feedback (voter);

CREATE TABLE synonyms (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    words TEXT NOT NULL UNIQUE, -- JSON list: words or phrases that mean the same
    actor_id INTEGER,
    at INTEGER NOT NULL
) STRICT;

-- What people chose for themselves; erased by /privacy.
CREATE TABLE preferences (
    user_id INTEGER PRIMARY KEY,
    language TEXT CHECK (language IN ('fr', 'en')),
    commune_code TEXT,
    commune_name TEXT
) STRICT;

-- Conversations under way, so that a restart does not lose them: one a person.
CREATE TABLE drafts (
    user_id INTEGER PRIMARY KEY,
    chat_id INTEGER NOT NULL,
    kind TEXT NOT NULL,
    step TEXT NOT NULL,
    content TEXT NOT NULL, -- JSON
    updated_at INTEGER NOT NULL,
    reminded_at INTEGER
) STRICT;

CREATE TABLE suggestions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id INTEGER, -- set to null once the person has heard the outcome
    language TEXT NOT NULL,
    content TEXT NOT NULL, -- JSON of an entry
    state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'accepted', 'refused')),
    at INTEGER NOT NULL,
    decided_by INTEGER,
    decided_at INTEGER,
    association_id INTEGER
) STRICT;

-- Updates already carried out by an admin's message or button, so that one delivered twice acts once.
CREATE TABLE handled (
    update_key TEXT PRIMARY KEY,
    at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE secrets (
    name TEXT PRIMARY KEY,
    value BLOB NOT NULL
) STRICT, WITHOUT ROWID;
-- Key of the hash that stands for a person who votes.
INSERT INTO secrets (name, value) VALUES ('voters', randomblob(32));
