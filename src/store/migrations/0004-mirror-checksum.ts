/** Checksums of what the mirror keeps, so that what a disk changed in it is noticed. Without one it is read from the workbook again. */
export const mirrorChecksum = /* sql */ `
ALTER TABLE mirror ADD COLUMN checksum INTEGER;
ALTER TABLE mirror_block ADD COLUMN checksum INTEGER;
`;
