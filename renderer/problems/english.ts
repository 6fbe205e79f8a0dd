const NEW_ACCESS =
  'Make a new setup token at your SimpleFIN provider and hand it over with “Reconnect” at the connection.';
const AS_SENT =
  'The rest was synced. See what was sent with “What the bank sent” at the connection, and ask your SimpleFIN provider.';

/** What to do on these pages, by code, in place of a remedy that names a command. */
export const ENGLISH: Readonly<Record<string, string>> = {
  page_broken: 'Load the page again.',
  source_access_failed: 'Put that right and try again; or save it anyway.',
  source_account_unreadable: AS_SENT.replace('The rest', 'The other accounts').replace('was', 'were'),
  source_history_end: 'If there should be more, ask for it with “Older days” at the connection.',
  source_no_access: NEW_ACCESS,
  source_reauthorise: NEW_ACCESS,
  source_refused: `Check the connection with “Test”. If it is refused again: ${NEW_ACCESS.charAt(0).toLowerCase()}${NEW_ACCESS.slice(1)}`,
  source_transaction_unreadable: AS_SENT,
};
