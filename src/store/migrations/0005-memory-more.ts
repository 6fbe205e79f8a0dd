/** What was written into columns of the sheet that have none of their own here: a JSON object by column; null for nothing. */
export const memoryMore = /* sql */ `
ALTER TABLE memory ADD COLUMN more TEXT;
`;
