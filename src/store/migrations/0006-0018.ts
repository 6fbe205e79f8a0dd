export const balances = /* sql */ `
-- A history: balances stay after their connection is removed.
CREATE TABLE balance (
  account_id       TEXT NOT NULL REFERENCES account ON DELETE CASCADE,
  bank_account_id  TEXT NOT NULL,
  currency         TEXT NOT NULL,
  kind             TEXT NOT NULL CHECK (kind IN ('opening', 'closing', 'booked', 'available')),
  date             TEXT NOT NULL,
  connection_id    TEXT NOT NULL,
  -- The hash of the file that stated the balance; empty if a feed stated it.
  file             TEXT NOT NULL,
  name             TEXT NOT NULL,
  at               TEXT,
  amount           TEXT NOT NULL,
  run_id           TEXT NOT NULL,
  learned_at       TEXT NOT NULL,
  PRIMARY KEY (account_id, bank_account_id, currency, kind, date, connection_id, file)
) STRICT, WITHOUT ROWID;
CREATE INDEX balance_of_run ON balance (run_id);

-- Results computed from balances, memory and the workbook. Missing and stale results are computed again.
CREATE TABLE reconciliation (
  account_id       TEXT NOT NULL REFERENCES account ON DELETE CASCADE,
  bank_account_id  TEXT NOT NULL,
  currency         TEXT NOT NULL,
  is_stale         INTEGER NOT NULL DEFAULT 0,
  -- A digest of the data of the result: equal digests mean equal data.
  basis            TEXT NOT NULL,
  result           TEXT NOT NULL,
  -- The balance of each day; not part of the result, because few readers of the result need it.
  trend            TEXT NOT NULL,
  PRIMARY KEY (account_id, bank_account_id, currency)
) STRICT, WITHOUT ROWID;

-- For reconciling one bank account, which reads only the memory of that account.
CREATE INDEX memory_of_bank_account ON memory (account_id, bank_account_id);
`;

export const balanceRows = /* sql */ `
-- Rows written to the Balances sheet. If the user deletes a row, its entry stays and prevents a second one; an undo removes it.
CREATE TABLE balance_row (
  account_id       TEXT NOT NULL REFERENCES account ON DELETE CASCADE,
  bank_account_id  TEXT NOT NULL,
  currency         TEXT NOT NULL,
  date             TEXT NOT NULL,
  run_id           TEXT NOT NULL,
  name             TEXT NOT NULL,
  amount           TEXT NOT NULL,
  PRIMARY KEY (account_id, bank_account_id, currency, date)
) STRICT, WITHOUT ROWID;
CREATE INDEX balance_row_of_run ON balance_row (run_id);

-- The time when Pennyrow reported that the workbook no longer has its Balances sheet.
CREATE TABLE missing_balances (
  account_id  TEXT PRIMARY KEY REFERENCES account ON DELETE CASCADE,
  told_at     TEXT NOT NULL
) STRICT;
`;

export const sessions = /* sql */ `
-- Only the browser has the private key, and cannot export it; the public key alone gives no access. A session without a key
-- ends with the service.
CREATE TABLE session (
  id            TEXT PRIMARY KEY,
  public_key    BLOB,
  browser       TEXT,
  system        TEXT,
  created_at    TEXT NOT NULL,
  last_used_at  TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`;

export const webhooks = /* sql */ `
-- The address may contain a token, so it is in the vault with the signing secrets; 'origin' is the part that may be shown.
CREATE TABLE webhook (
  id             TEXT PRIMARY KEY,
  account_id     TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  name           TEXT NOT NULL,
  shape          TEXT NOT NULL,
  origin         TEXT NOT NULL,
  events         TEXT NOT NULL,
  allows_private INTEGER NOT NULL,
  created_at     TEXT NOT NULL,
  -- Null while the webhook is active.
  disabled_at    TEXT,
  disabled_why   TEXT
) STRICT, WITHOUT ROWID;

CREATE INDEX webhook_of_account ON webhook (account_id);

CREATE TRIGGER secret_of_webhook AFTER DELETE ON webhook
BEGIN
  DELETE FROM secret WHERE name = 'webhook/' || OLD.id;
END;

-- Ended runs of accounts with webhooks. Their events are created right after, which removes them here.
CREATE TABLE ended_run (
  sequence    INTEGER PRIMARY KEY,
  run_id      TEXT NOT NULL REFERENCES run (id) ON DELETE CASCADE
) STRICT;

CREATE INDEX ended_run_of_run ON ended_run (run_id);

CREATE TABLE webhook_event (
  sequence    INTEGER PRIMARY KEY,
  id          TEXT NOT NULL UNIQUE,
  account_id  TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  type        TEXT NOT NULL,
  at          TEXT NOT NULL,
  body        TEXT NOT NULL
) STRICT;

CREATE INDEX webhook_event_of_account ON webhook_event (account_id);

CREATE TABLE webhook_delivery (
  webhook_id  TEXT NOT NULL REFERENCES webhook (id) ON DELETE CASCADE,
  sequence    INTEGER NOT NULL REFERENCES webhook_event (sequence) ON DELETE CASCADE,
  state       TEXT NOT NULL,
  attempts    INTEGER NOT NULL,
  -- Milliseconds since 1970; null to send the event as soon as the events before it are delivered.
  next_at     INTEGER,
  last_at     TEXT,
  problem     TEXT,
  PRIMARY KEY (webhook_id, sequence)
) STRICT, WITHOUT ROWID;

CREATE INDEX webhook_delivery_of_event ON webhook_delivery (sequence);
CREATE INDEX webhook_delivery_waiting ON webhook_delivery (webhook_id, sequence) WHERE state = 'waiting';

-- The problems that need attention, as last reported to webhooks.
CREATE TABLE webhook_told (
  account_id  TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  key         TEXT NOT NULL,
  told        TEXT NOT NULL,
  PRIMARY KEY (account_id, key)
) STRICT, WITHOUT ROWID;
`;

export const agents = /* sql */ `
-- 'client' is the name that the program states. Without a token, the user's own machine started the program.
CREATE TABLE agent_call (
  id          INTEGER PRIMARY KEY,
  account_id  TEXT NOT NULL REFERENCES account ON DELETE CASCADE,
  at          TEXT NOT NULL,
  client      TEXT,
  token_id    TEXT,
  tool        TEXT NOT NULL,
  input       TEXT NOT NULL,
  problem     TEXT
) STRICT;
CREATE INDEX agent_call_of_account ON agent_call (account_id, id);

-- Contains the changes as shown to the user. The state is 'failed' from the start of writing until all changes are written.
CREATE TABLE proposal (
  id           TEXT PRIMARY KEY,
  account_id   TEXT NOT NULL REFERENCES account ON DELETE CASCADE,
  proposed_at  TEXT NOT NULL,
  client       TEXT,
  token_id     TEXT,
  reason       TEXT NOT NULL,
  changes      TEXT NOT NULL,
  state        TEXT NOT NULL CHECK (state IN ('open', 'applied', 'failed', 'rejected')),
  decided_at   TEXT,
  runs         TEXT NOT NULL
) STRICT;
CREATE INDEX proposal_of_account ON proposal (account_id, proposed_at);
`;

export const settled = /* sql */ `
-- The state of the workbook with which all of memory was last compared, as a short text; null if memory has changed since.
ALTER TABLE account ADD COLUMN settled TEXT;

-- By date as well, because a batch contains only a few days of a few bank accounts.
DROP INDEX memory_of_bank_account;
CREATE INDEX memory_of_bank_account ON memory (account_id, bank_account_id, date);

-- A small index, because few rows are pending at any time.
CREATE INDEX memory_pending ON memory (account_id, connection_id, date) WHERE status = 'pending';
`;

export const plannedByLookUps = /* sql */ `
-- Without the date, because a bank may send a transaction again under its id with another date.
CREATE INDEX memory_of_provider_id ON memory (account_id, bank_account_id, provider_id) WHERE provider_id IS NOT NULL;

-- The other sheets of the workbook in the state 'account.settled'; valid only while that is set.
CREATE TABLE settled_sheet (
  account_id    TEXT PRIMARY KEY REFERENCES account ON DELETE CASCADE,
  -- The lines of the Rules sheet.
  rules         TEXT NOT NULL,
  -- 1 if memory lacks a row whose id may be one of Pennyrow's.
  has_lost_ids  INTEGER NOT NULL,
  -- The latest rows of the Balances sheet, and the day since which they are complete.
  balances      TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`;

/** Version 13 created `mail_digest`. Dropping a table fires no delete trigger, so this deletes the encrypted passwords first. */
export const noMail = /* sql */ `
DELETE FROM secret WHERE name GLOB 'mail/*';
DROP TABLE IF EXISTS mail_digest;
`;

export const acceptedDifferences = /* sql */ `
CREATE TABLE accepted_difference (
  account_id      TEXT NOT NULL REFERENCES account ON DELETE CASCADE,
  bank_account_id TEXT NOT NULL,
  currency        TEXT NOT NULL,
  -- The day of the balance that shows the difference. If it or the amount changes, the difference needs attention again.
  shown_on        TEXT NOT NULL,
  amount          TEXT NOT NULL,
  note            TEXT NOT NULL,
  accepted_at     TEXT NOT NULL,
  PRIMARY KEY (account_id, bank_account_id, currency, shown_on)
) STRICT, WITHOUT ROWID;
`;

/** Start-up removes mirrors without these values, because they have an older format. */
export const mirrorChecksums = /* sql */ `
ALTER TABLE mirror ADD COLUMN fingerprint TEXT;
ALTER TABLE mirror_block ADD COLUMN checksums BLOB NOT NULL DEFAULT x'';
`;

export const fasterLists = /* sql */ `
-- For lists that need the bank's text of renamed rows: without this index they would scan all of memory.
CREATE INDEX memory_renamed ON memory (account_id) WHERE more ->> '$.renamed';

-- Moves the text to the end, because SQLite would read through it to find a later column.
CREATE TABLE new_block (
  account_id  TEXT NOT NULL REFERENCES mirror ON DELETE CASCADE,
  year        INTEGER NOT NULL,
  part        INTEGER NOT NULL,
  days        BLOB NOT NULL,
  offsets     BLOB NOT NULL,
  checksums   BLOB NOT NULL,
  checksum    INTEGER,
  text        BLOB NOT NULL,
  PRIMARY KEY (account_id, year, part)
) STRICT;
INSERT INTO new_block SELECT account_id, year, part, days, offsets, checksums, checksum, text FROM mirror_block;
DROP TABLE mirror_block;
ALTER TABLE new_block RENAME TO mirror_block;
`;

/** Start-up removes mirrors without budgets, because they have an older format. */
export const budgets = /* sql */ `
ALTER TABLE mirror ADD COLUMN budgets TEXT NOT NULL DEFAULT '[]';
`;
