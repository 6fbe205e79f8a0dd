/** Who is mailed a digest, and what of it was sent. */
export const mail = /* sql */ `
-- By which server and to whom is in the vault, with the password.
CREATE TABLE mail_digest (
  account_id   TEXT PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
  -- When it is sent and in which words.
  cycle        TEXT NOT NULL,
  -- The sent-marker: the last moment of the cycle that was dealt with, in milliseconds since 1970.
  last_slot    INTEGER NOT NULL,
  -- The last run that a digest has told of, and when that was made; the run is null where there was none.
  told_run     TEXT,
  told_at      TEXT NOT NULL,
  last_sent_at TEXT,
  -- The message that no server has taken yet; null where none waits.
  waiting      TEXT,
  attempts     INTEGER NOT NULL,
  -- Milliseconds since 1970; null for at once.
  next_at      INTEGER,
  problem      TEXT
) STRICT, WITHOUT ROWID;

CREATE TRIGGER secret_of_mail AFTER DELETE ON mail_digest
BEGIN
  DELETE FROM secret WHERE name = 'mail/' || OLD.account_id;
END;
`;
