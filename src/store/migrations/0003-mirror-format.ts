/** The form in which a mirror is kept; see `MIRROR_FORMAT`. Every mirror stored before this migration is of form 1. */
export const mirrorFormat = /* sql */ `
ALTER TABLE mirror ADD COLUMN format INTEGER NOT NULL DEFAULT 1;
`;
