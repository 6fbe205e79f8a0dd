/** What lets a sync that brings something new go by a few look-ups too. */
export const plannedByLookUps = /* sql */ `
-- A bank may send a transaction again under its id, whatever its day.
CREATE INDEX memory_of_provider_id ON memory (account_id, bank_account_id, provider_id) WHERE provider_id IS NOT NULL;

-- What the workbook held beside its rows when 'account.settled' was noted; of no use without that.
CREATE TABLE settled_sheet (
  account_id    TEXT PRIMARY KEY REFERENCES account ON DELETE CASCADE,
  -- Lines of the Rules sheet.
  rules         TEXT NOT NULL,
  -- Whether a row that memory does not know carries an id that may be one of Pennyrow's.
  has_lost_ids  INTEGER NOT NULL,
  -- The latest rows of the Balances sheet, with the day since which all are here.
  balances      TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`;
