/** What banks stated that accounts hold, and what came of holding the workbook's rows against it. */
export const balances = /* sql */ `
-- As history. A connection that is gone has stated them all the same.
CREATE TABLE balance (
  account_id       TEXT NOT NULL REFERENCES account ON DELETE CASCADE,
  bank_account_id  TEXT NOT NULL,
  currency         TEXT NOT NULL,
  kind             TEXT NOT NULL CHECK (kind IN ('opening', 'closing', 'booked', 'available')),
  date             TEXT NOT NULL,
  connection_id    TEXT NOT NULL,
  -- The hash of the file that stated it; empty for what a feed stated.
  file             TEXT NOT NULL,
  name             TEXT NOT NULL,
  at               TEXT,
  amount           TEXT NOT NULL,
  run_id           TEXT NOT NULL,
  learned_at       TEXT NOT NULL,
  PRIMARY KEY (account_id, bank_account_id, currency, kind, date, connection_id, file)
) STRICT, WITHOUT ROWID;
CREATE INDEX balance_of_run ON balance (run_id);

-- Computed from the balances, the memory and the workbook; what is missing or stale is computed again.
CREATE TABLE reconciliation (
  account_id       TEXT NOT NULL REFERENCES account ON DELETE CASCADE,
  bank_account_id  TEXT NOT NULL,
  currency         TEXT NOT NULL,
  is_stale         INTEGER NOT NULL DEFAULT 0,
  -- What of the workbook it was computed from, as a short text.
  basis            TEXT NOT NULL,
  result           TEXT NOT NULL,
  -- What it held day by day; apart, since few who want the result want this.
  trend            TEXT NOT NULL,
  PRIMARY KEY (account_id, bank_account_id, currency)
) STRICT, WITHOUT ROWID;

-- Reconciling one bank account reads what is remembered of it alone.
CREATE INDEX memory_of_bank_account ON memory (account_id, bank_account_id);
`;
