/** What to do on these pages, by code, in place of a remedy that names a command. */
export const ENGLISH: Readonly<Record<string, string>> = {
  page_broken: 'Load the page again.',
};
