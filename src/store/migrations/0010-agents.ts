/** What agents asked, and the changes that they proposed. */
export const agents = /* sql */ `
-- The client is what the program called itself. Without a token it was started by the person's own machine.
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

-- Changes are kept as a person was shown them. 'failed' from the moment on at which they begin to be written, until all are.
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
