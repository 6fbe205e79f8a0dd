/** What lets a sync that brings nothing new go by a few look-ups. */
export const settled = /* sql */ `
-- The state of the workbook that every entry in memory was last held against, as a short text; null where that is not known.
ALTER TABLE account ADD COLUMN settled TEXT;

-- A batch is about a few days of a few bank accounts.
DROP INDEX memory_of_bank_account;
CREATE INDEX memory_of_bank_account ON memory (account_id, bank_account_id, date);

-- Few rows are pending at any time.
CREATE INDEX memory_pending ON memory (account_id, connection_id, date) WHERE status = 'pending';
`;
