import {
  acceptedDifferences,
  agents,
  balanceRows,
  balances,
  budgets,
  fasterLists,
  mirrorChecksums,
  noMail,
  plannedByLookUps,
  sessions,
  settled,
  webhooks,
} from './0006-0018.ts';

const initial = /* sql */ `
CREATE TABLE account (
  id                   TEXT PRIMARY KEY,
  name                 TEXT NOT NULL,
  time_zone            TEXT NOT NULL,
  entitlement          TEXT NOT NULL CHECK (entitlement IN ('personal', 'trial', 'subscription')),
  entitlement_ends_at  TEXT,
  workbook             TEXT,
  layout               TEXT,
  created_at           TEXT NOT NULL
) STRICT;

CREATE TABLE connection (
  id               TEXT PRIMARY KEY,
  account_id       TEXT NOT NULL REFERENCES account ON DELETE CASCADE,
  source           TEXT NOT NULL,
  name             TEXT NOT NULL,
  settings         TEXT NOT NULL,
  paused           INTEGER NOT NULL DEFAULT 0,
  synced_until     TEXT,
  last_attempt_at  TEXT,
  last_success_at  TEXT,
  failures         INTEGER NOT NULL DEFAULT 0,
  problem          TEXT,
  created_at       TEXT NOT NULL
) STRICT;
CREATE INDEX connection_of_account ON connection (account_id);

CREATE TABLE token (
  id            TEXT PRIMARY KEY,
  account_id    TEXT NOT NULL REFERENCES account ON DELETE CASCADE,
  name          TEXT NOT NULL,
  scopes        TEXT NOT NULL,
  secret_hash   BLOB NOT NULL,
  created_at    TEXT NOT NULL,
  expires_at    TEXT,
  last_used_at  TEXT,
  revoked_at    TEXT
) STRICT;
CREATE INDEX token_of_account ON token (account_id);

CREATE TABLE schedule (
  account_id      TEXT PRIMARY KEY REFERENCES account ON DELETE CASCADE,
  start_time      TEXT NOT NULL,
  period_minutes  INTEGER NOT NULL,
  paused          INTEGER NOT NULL DEFAULT 0,
  set_at          TEXT NOT NULL,
  last_due_at     TEXT,
  last_run_at     TEXT
) STRICT;

CREATE TABLE run (
  id             TEXT PRIMARY KEY,
  account_id     TEXT NOT NULL REFERENCES account ON DELETE CASCADE,
  kind           TEXT NOT NULL,
  trigger        TEXT NOT NULL,
  status         TEXT NOT NULL CHECK (status IN ('queued', 'running', 'succeeded', 'partial', 'failed', 'cancelled')),
  queued_at      TEXT NOT NULL,
  started_at     TEXT,
  finished_at    TEXT,
  counts         TEXT NOT NULL,
  messages       TEXT NOT NULL,
  undoes         TEXT,
  undone_by      TEXT
) STRICT;
CREATE INDEX run_of_account ON run (account_id, queued_at);

CREATE TABLE run_items (
  run_id  TEXT NOT NULL REFERENCES run ON DELETE CASCADE,
  chunk   INTEGER NOT NULL,
  size    INTEGER NOT NULL,
  items   BLOB NOT NULL,
  PRIMARY KEY (run_id, chunk)
) STRICT;

CREATE TABLE memory (
  account_id       TEXT NOT NULL REFERENCES account ON DELETE CASCADE,
  transaction_id   TEXT NOT NULL,
  connection_id    TEXT NOT NULL,
  bank_account_id  TEXT NOT NULL,
  last_digits      TEXT,
  provider_id      TEXT,
  status           TEXT NOT NULL CHECK (status IN ('pending', 'posted')),
  state            TEXT NOT NULL CHECK (state IN ('in-sheet', 'deleted', 'left-feed', 'elsewhere')),
  shown_by         TEXT,
  added_at         TEXT NOT NULL,
  date             TEXT NOT NULL,
  description      TEXT NOT NULL,
  amount           TEXT NOT NULL,
  category         TEXT NOT NULL,
  account          TEXT NOT NULL,
  account_number   TEXT NOT NULL,
  date_added       TEXT NOT NULL,
  currency         TEXT NOT NULL,
  PRIMARY KEY (account_id, transaction_id)
) STRICT, WITHOUT ROWID;

-- Plans of writes to the workbook. Their entries move to 'memory' when the write is confirmed.
CREATE TABLE journal (
  run_id      TEXT PRIMARY KEY REFERENCES run ON DELETE CASCADE,
  account_id  TEXT NOT NULL REFERENCES account ON DELETE CASCADE,
  marker      TEXT NOT NULL,
  outcome     TEXT NOT NULL,
  forgets     TEXT NOT NULL,
  planned_at  TEXT NOT NULL
) STRICT;

CREATE TABLE planned_memory (
  run_id   TEXT NOT NULL REFERENCES journal ON DELETE CASCADE,
  entries  BLOB NOT NULL
) STRICT;
CREATE INDEX planned_memory_of_run ON planned_memory (run_id);

CREATE TABLE mirror (
  account_id   TEXT PRIMARY KEY REFERENCES account ON DELETE CASCADE,
  version      INTEGER NOT NULL,
  revision     TEXT NOT NULL,
  verified_at  TEXT NOT NULL,
  categories   TEXT NOT NULL,
  rules        TEXT NOT NULL,
  repeats      TEXT NOT NULL,
  problems     TEXT NOT NULL
) STRICT;

CREATE TABLE mirror_block (
  account_id  TEXT NOT NULL REFERENCES mirror ON DELETE CASCADE,
  year        INTEGER NOT NULL,
  part        INTEGER NOT NULL,
  days        BLOB NOT NULL,
  offsets     BLOB NOT NULL,
  -- Must be the last column, because SQLite reads through a large column to reach the columns after it.
  text        BLOB NOT NULL,
  PRIMARY KEY (account_id, year, part)
) STRICT;

-- The time when Pennyrow first read a row that the user typed without a Date Added.
CREATE TABLE first_seen (
  account_id  TEXT NOT NULL REFERENCES account ON DELETE CASCADE,
  row_key     TEXT NOT NULL,
  seen_at     TEXT NOT NULL,
  PRIMARY KEY (account_id, row_key)
) STRICT, WITHOUT ROWID;

CREATE TABLE sync_request (
  account_id  TEXT NOT NULL REFERENCES account ON DELETE CASCADE,
  at          INTEGER NOT NULL
) STRICT;
CREATE INDEX sync_request_of_account ON sync_request (account_id, at);

CREATE TABLE imported_file (
  account_id    TEXT NOT NULL REFERENCES account ON DELETE CASCADE,
  content_hash  TEXT NOT NULL,
  name          TEXT NOT NULL,
  run_id        TEXT NOT NULL,
  imported_at   TEXT NOT NULL,
  PRIMARY KEY (account_id, content_hash)
) STRICT;

CREATE TABLE setting (
  key    TEXT PRIMARY KEY,
  value  TEXT NOT NULL
) STRICT;

CREATE TABLE secret (
  name    TEXT PRIMARY KEY,
  sealed  BLOB NOT NULL
) STRICT;
`;

const remote = /* sql */ `
-- The last complete snapshot of an online workbook and its revision. Stored because reading the workbook is slow.
CREATE TABLE snapshot (
  account_id  TEXT PRIMARY KEY REFERENCES account ON DELETE CASCADE,
  revision    TEXT NOT NULL,
  head        TEXT NOT NULL
) STRICT;

CREATE TABLE snapshot_rows (
  account_id  TEXT NOT NULL REFERENCES snapshot ON DELETE CASCADE,
  chunk       INTEGER NOT NULL,
  rows        BLOB NOT NULL,
  PRIMARY KEY (account_id, chunk)
) STRICT;

-- The times of requests, in milliseconds since 1970, for providers that limit the number of requests.
CREATE TABLE source_request (
  connection_id  TEXT NOT NULL REFERENCES connection ON DELETE CASCADE,
  at             INTEGER NOT NULL
) STRICT;
CREATE INDEX source_request_of_connection ON source_request (connection_id, at);

-- Compressed responses of a source. A response is used again if the same request follows soon.
CREATE TABLE source_answer (
  connection_id  TEXT NOT NULL REFERENCES connection ON DELETE CASCADE,
  at             INTEGER NOT NULL,
  request        TEXT NOT NULL,
  answer         BLOB NOT NULL
) STRICT;
CREATE INDEX source_answer_of_connection ON source_answer (connection_id, at);

-- Removes the credentials of a removed connection. Foreign keys cannot do this, because 'secret' has no connection id.
CREATE TRIGGER secret_of_connection AFTER DELETE ON connection
BEGIN
  DELETE FROM secret WHERE name = OLD.source || '/' || OLD.id;
END;

-- The column mapping for each layout of the user's CSV files.
CREATE TABLE csv_mapping (
  account_id   TEXT NOT NULL REFERENCES account ON DELETE CASCADE,
  fingerprint  TEXT NOT NULL,
  mapping      TEXT NOT NULL,
  saved_at     TEXT NOT NULL,
  PRIMARY KEY (account_id, fingerprint)
) STRICT;
`;

const mirrorFormat = /* sql */ `
ALTER TABLE mirror ADD COLUMN format INTEGER NOT NULL DEFAULT 1;
`;

const mirrorChecksum = /* sql */ `
ALTER TABLE mirror ADD COLUMN checksum INTEGER;
ALTER TABLE mirror_block ADD COLUMN checksum INTEGER;
`;

const memoryMore = /* sql */ `
ALTER TABLE memory ADD COLUMN more TEXT;
`;

export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
}

export const migrations: readonly Migration[] = [
  { version: 1, name: 'initial', sql: initial },
  { version: 2, name: 'remote', sql: remote },
  { version: 3, name: 'mirror-format', sql: mirrorFormat },
  { version: 4, name: 'mirror-checksum', sql: mirrorChecksum },
  { version: 5, name: 'memory-more', sql: memoryMore },
  { version: 6, name: 'balances', sql: balances },
  { version: 7, name: 'balance-rows', sql: balanceRows },
  { version: 8, name: 'sessions', sql: sessions },
  { version: 9, name: 'webhooks', sql: webhooks },
  { version: 10, name: 'agents', sql: agents },
  { version: 11, name: 'settled', sql: settled },
  { version: 12, name: 'planned-by-look-ups', sql: plannedByLookUps },
  { version: 13, name: 'mail', sql: '' },
  { version: 14, name: 'no-mail', sql: noMail },
  { version: 15, name: 'accepted-differences', sql: acceptedDifferences },
  { version: 16, name: 'mirror-checksums', sql: mirrorChecksums },
  { version: 17, name: 'faster-lists', sql: fasterLists },
  { version: 18, name: 'budgets', sql: budgets },
];
