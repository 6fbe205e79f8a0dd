/** What was appended to the Balances sheets of workbooks. */
export const balanceRows = /* sql */ `
-- Stays when its row is deleted, so that the row stays away; goes when the run is taken back.
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

-- Since when a person knows that their workbook has lost its Balances sheet.
CREATE TABLE missing_balances (
  account_id  TEXT PRIMARY KEY REFERENCES account ON DELETE CASCADE,
  told_at     TEXT NOT NULL
) STRICT;
`;
