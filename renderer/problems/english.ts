const NEW_ACCESS =
  'Make a new setup token at your SimpleFIN provider and hand it over with “Reconnect” at the connection.';
const AS_SENT =
  'The rest was synced. See what was sent with “What the bank sent” at the connection, and ask your SimpleFIN provider.';
const BEGIN_AGAIN = 'If that was not meant, begin again.';

/** What to do on these pages, by code, in place of a remedy that names a command. */
export const ENGLISH: Readonly<Record<string, string>> = {
  input_google_client: 'Enter it as the key of a service account instead.',
  page_broken: 'Load the page again.',
  source_access_failed: 'Put that right and try again; or save it anyway.',
  source_account_unreadable: AS_SENT.replace('The rest', 'The other accounts').replace('was', 'were'),
  source_history_end: 'If there should be more, ask for it with “Older days” at the connection.',
  source_no_access: NEW_ACCESS,
  source_reauthorise: NEW_ACCESS,
  source_refused: `Check the connection with “Test”. If it is refused again: ${NEW_ACCESS.charAt(0).toLowerCase()}${NEW_ACCESS.slice(1)}`,
  source_transaction_unreadable: AS_SENT,
  workbook_consent_denied: BEGIN_AGAIN,
  workbook_consent_nothing_picked:
    'Begin again and pick one on the page that follows Google’s question, or let Pennyrow make a new one.',
  workbook_consent_other_picked: 'Begin again and pick the same one. For another one choose “Use another workbook”.',
  workbook_consent_over: 'Begin again.',
  workbook_consent_refused: 'Begin again.',
  workbook_google_client:
    'Download its JSON file from the Google Cloud console and enter it on the page Workbook, then connect again.',
  workbook_google_no_client:
    'Make one of your own in some minutes, as the guide to Google Sheets shows step by step, and enter its file on the page Workbook.',
  workbook_missing: 'Connect it again on the page Workbook and pick it there, or bring it back from the bin.',
  workbook_none: 'Connect one, or let Pennyrow make one.',
  workbook_none_undecided: 'Connect one on the page Workbook.',
  workbook_not_google: 'Connect one on the page Workbook.',
  workbook_undecided_lost: 'Connect it anew on the page Workbook.',
  workbook_reconnect:
    'Connect it again on the page Workbook; with a service account make a new key first. Everything stays as it is, and syncs wait until then.',
};
