/** Which browsers are signed in to the dashboard. */
export const sessions = /* sql */ `
-- The browser keeps the private key, which nothing can read out of it; the public one opens nothing. One without a key
-- is over when the service ends.
CREATE TABLE session (
  id            TEXT PRIMARY KEY,
  public_key    BLOB,
  browser       TEXT,
  system        TEXT,
  created_at    TEXT NOT NULL,
  last_used_at  TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`;
