/** What workbooks and sources on the internet need: a kept snapshot, counted requests, kept answers, mappings of CSV files. */
export const remote = /* sql */ `
-- The last snapshot, whole, of a workbook that is dear to read; revision says what state of it.
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

-- When a source was asked, for providers that count requests. In milliseconds since 1970.
CREATE TABLE source_request (
  connection_id  TEXT NOT NULL REFERENCES connection ON DELETE CASCADE,
  at             INTEGER NOT NULL
) STRICT;
CREATE INDEX source_request_of_connection ON source_request (connection_id, at);

-- What a source answered, compressed, newest last: to be read again without asking again.
CREATE TABLE source_answer (
  connection_id  TEXT NOT NULL REFERENCES connection ON DELETE CASCADE,
  at             INTEGER NOT NULL,
  request        TEXT NOT NULL,
  answer         BLOB NOT NULL
) STRICT;
CREATE INDEX source_answer_of_connection ON source_answer (connection_id, at);

-- What lets a connection in goes with it, also when its whole account goes.
CREATE TRIGGER secret_of_connection AFTER DELETE ON connection
BEGIN
  DELETE FROM secret WHERE name = OLD.source || '/' || OLD.id;
END;

-- How a person's CSV files of one make are read.
CREATE TABLE csv_mapping (
  account_id   TEXT NOT NULL REFERENCES account ON DELETE CASCADE,
  fingerprint  TEXT NOT NULL,
  mapping      TEXT NOT NULL,
  saved_at     TEXT NOT NULL,
  PRIMARY KEY (account_id, fingerprint)
) STRICT;
`;
