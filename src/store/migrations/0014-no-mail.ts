/** Drops the tables of the mail digest, which was removed, and its sealed passwords: dropping a table fires no delete trigger. */
export const noMail = /* sql */ `
DELETE FROM secret WHERE name GLOB 'mail/*';
DROP TABLE mail_digest;
`;
