export const balances = /* sql */ `
-- Balances that banks stated. They stay after their connection is removed.
CREATE TABLE balance (
  account_id       TEXT NOT NULL REFERENCES account ON DELETE CASCADE,
  bank_account_id  TEXT NOT NULL,
  currency         TEXT NOT NULL,
  kind             TEXT NOT NULL CHECK (kind IN ('opening', 'closing', 'booked', 'available')),
  date             TEXT NOT NULL,
  connection_id    TEXT NOT NULL,
  -- The hash of the statement file that contained the balance; empty for a bank connection.
  file             TEXT NOT NULL,
  name             TEXT NOT NULL,
  at               TEXT,
  amount           TEXT NOT NULL,
  run_id           TEXT NOT NULL,
  learned_at       TEXT NOT NULL,
  PRIMARY KEY (account_id, bank_account_id, currency, kind, date, connection_id, file)
) STRICT, WITHOUT ROWID;
CREATE INDEX balance_of_run ON balance (run_id);

-- The comparison of each bank account's rows with its balances. Missing and stale results are computed again.
CREATE TABLE reconciliation (
  account_id       TEXT NOT NULL REFERENCES account ON DELETE CASCADE,
  bank_account_id  TEXT NOT NULL,
  currency         TEXT NOT NULL,
  is_stale         INTEGER NOT NULL DEFAULT 0,
  -- A digest of the data from which the result was computed. If it is unchanged, the result is still valid.
  basis            TEXT NOT NULL,
  result           TEXT NOT NULL,
  -- The balance of each day, separate from the result so that most queries need not load it.
  trend            TEXT NOT NULL,
  PRIMARY KEY (account_id, bank_account_id, currency)
) STRICT, WITHOUT ROWID;

-- Lets the reconciliation of a bank account read only the rows of that account.
CREATE INDEX memory_of_bank_account ON memory (account_id, bank_account_id);
`;

export const balanceRows = /* sql */ `
-- Rows written to the Balances sheet. If the user deletes a row there, its entry here stays, so that it is not written again.
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
-- Only the browser has the private key, so a stolen database gives no access. A session without a key ends with the service.
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
-- The complete address may contain a token, so it is in the vault. 'origin' is the part that may be shown.
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

-- Ended runs of accounts with webhooks. Creating the event of a run removes its row here.
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

-- The problems that were last reported to webhooks, so that only changes are sent.
CREATE TABLE webhook_told (
  account_id  TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  key         TEXT NOT NULL,
  told        TEXT NOT NULL,
  PRIMARY KEY (account_id, key)
) STRICT, WITHOUT ROWID;
`;

export const agents = /* sql */ `
-- 'client' is the name that the program states. A program that was started on the user's machine has no token.
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

-- Changes that an agent proposed. An accepted proposal has the state 'failed' until all its changes are written.
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
-- The state of the workbook that the memory matches, as a short text; null if the memory has changed since.
ALTER TABLE account ADD COLUMN settled TEXT;

-- Adds the date, because a sync needs only a few days of a bank account.
DROP INDEX memory_of_bank_account;
CREATE INDEX memory_of_bank_account ON memory (account_id, bank_account_id, date);

-- A partial index, which is small because few rows are pending.
CREATE INDEX memory_pending ON memory (account_id, connection_id, date) WHERE status = 'pending';
`;

export const plannedByLookUps = /* sql */ `
-- Omits the date, because a bank may send a transaction again with the same id but another date.
CREATE INDEX memory_of_provider_id ON memory (account_id, bank_account_id, provider_id) WHERE provider_id IS NOT NULL;

-- The Rules and Balances sheets of the workbook in the state 'account.settled'. Invalid if that is null.
CREATE TABLE settled_sheet (
  account_id    TEXT PRIMARY KEY REFERENCES account ON DELETE CASCADE,
  rules         TEXT NOT NULL,
  -- 1 if the sheet contains a row with an id of Pennyrow that is not in the memory.
  has_lost_ids  INTEGER NOT NULL,
  -- The latest rows of the Balances sheet, and the day since which they are complete.
  balances      TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`;

/** Dropping `mail_digest` (created by version 13) fires no delete trigger, so this first deletes the encrypted passwords. */
export const noMail = /* sql */ `
DELETE FROM secret WHERE name GLOB 'mail/*';
DROP TABLE IF EXISTS mail_digest;
`;

export const acceptedDifferences = /* sql */ `
CREATE TABLE accepted_difference (
  account_id      TEXT NOT NULL REFERENCES account ON DELETE CASCADE,
  bank_account_id TEXT NOT NULL,
  currency        TEXT NOT NULL,
  -- The day of the balance with the difference. If the day or the amount changes, the acceptance ends.
  shown_on        TEXT NOT NULL,
  amount          TEXT NOT NULL,
  note            TEXT NOT NULL,
  accepted_at     TEXT NOT NULL,
  PRIMARY KEY (account_id, bank_account_id, currency, shown_on)
) STRICT, WITHOUT ROWID;
`;

/** Existing rows need no values: the start removes mirrors (cached sheets) of an older format. */
export const mirrorChecksums = /* sql */ `
ALTER TABLE mirror ADD COLUMN fingerprint TEXT;
ALTER TABLE mirror_block ADD COLUMN checksums BLOB NOT NULL DEFAULT x'';
`;

export const fasterLists = /* sql */ `
-- Without this index, a list of the bank's texts of renamed rows would scan the whole table.
CREATE INDEX memory_renamed ON memory (account_id) WHERE more ->> '$.renamed';

-- Makes 'text' the last column, because SQLite reads through a large column to reach the columns after it.
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

/** Existing rows need no budgets: the start removes mirrors (cached sheets) of an older format. */
export const budgets = /* sql */ `
ALTER TABLE mirror ADD COLUMN budgets TEXT NOT NULL DEFAULT '[]';
`;
