/** Who is told of what happens, and what is still to be told. */
export const webhooks = /* sql */ `
-- The address may hold a token, so it is in the vault with the signing secrets; 'origin' is what of it may be shown.
CREATE TABLE webhook (
  id             TEXT PRIMARY KEY,
  account_id     TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  name           TEXT NOT NULL,
  shape          TEXT NOT NULL,
  origin         TEXT NOT NULL,
  events         TEXT NOT NULL,
  allows_private INTEGER NOT NULL,
  created_at     TEXT NOT NULL,
  -- Null as long as it is sent to.
  disabled_at    TEXT,
  disabled_why   TEXT
) STRICT, WITHOUT ROWID;

CREATE INDEX webhook_of_account ON webhook (account_id);

CREATE TRIGGER secret_of_webhook AFTER DELETE ON webhook
BEGIN
  DELETE FROM secret WHERE name = 'webhook/' || OLD.id;
END;

-- Runs of accounts with webhooks that have ended; events are made of them right after.
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
  -- Milliseconds since 1970; null for as soon as what is before it has been delivered.
  next_at     INTEGER,
  last_at     TEXT,
  problem     TEXT,
  PRIMARY KEY (webhook_id, sequence)
) STRICT, WITHOUT ROWID;

CREATE INDEX webhook_delivery_of_event ON webhook_delivery (sequence);
CREATE INDEX webhook_delivery_waiting ON webhook_delivery (webhook_id, sequence) WHERE state = 'waiting';

-- What needs attention, as the webhooks were told of it last.
CREATE TABLE webhook_told (
  account_id  TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  key         TEXT NOT NULL,
  told        TEXT NOT NULL,
  PRIMARY KEY (account_id, key)
) STRICT, WITHOUT ROWID;
`;
