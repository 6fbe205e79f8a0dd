import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PLACES } from '../../renderer/parts/problem-places.ts';
import { readCatalogues, type Tree } from '../../scripts/messages/catalogues.ts';
import { codesInSource } from '../support/codes.ts';

const CODES = codesInSource(join(import.meta.dirname, '../..'));

/** Codes that only the command line reports, about its own flags and arguments. */
const COMMAND_LINE = 'only the command line says it, about what was typed there';
/** Pennyrow exits before it can show a page. */
const AT_START = 'Pennyrow does not start, so there is no page';

const NEVER_ON_A_PAGE: Readonly<Record<string, string>> = {
  account_none: COMMAND_LINE,
  input_account: COMMAND_LINE,
  input_connection: COMMAND_LINE,
  input_not_csv: COMMAND_LINE,
  input_nothing: COMMAND_LINE,
  input_not_a_backup: COMMAND_LINE,
  input_passphrase: COMMAND_LINE,
  input_file_exists: COMMAND_LINE,
  data_backup_damaged: COMMAND_LINE,
  data_backup_too_new: COMMAND_LINE,
  data_folder_not_empty: COMMAND_LINE,
  input_range: COMMAND_LINE,
  input_api_method: COMMAND_LINE,
  input_api_path: COMMAND_LINE,
  input_api_refused: COMMAND_LINE,
  api_busy: COMMAND_LINE,
  api_refused: COMMAND_LINE,
  input_run: COMMAND_LINE,
  input_secret: COMMAND_LINE,
  input_unconfirmed: COMMAND_LINE,
  input_usage: COMMAND_LINE,
  run_none_to_undo: COMMAND_LINE,
  schedule_none: COMMAND_LINE,
  command_output_lost: COMMAND_LINE,
  internal_unanswered: 'only the command line ends so',
  service_gone: 'only the command line loses the service so; a page says page_offline',
  service_not_running: 'only the command line asks for a link to the dashboard, or calls the API',
  service_silent: 'only the command line greets the service over its socket; a page says page_offline',
  config_data_folder: AT_START,
  config_google_url: AT_START,
  config_log_level: AT_START,
  config_number: AT_START,
  config_time_zone: AT_START,
  control_socket: AT_START,
  data_not_a_folder: AT_START,
  data_socket_unsafe: AT_START,
  service_no_dashboard: AT_START,
  service_no_loopback: AT_START,
  service_port_refused: AT_START,
  service_port_taken: AT_START,
  store_in_use: AT_START,
  store_too_new: AT_START,
  certificate_store: 'only `pennyrow certificate` with `--trust` or `--untrust` says it',
  vault_in_use: 'only a start that shall take the key out of the keychain says it',
  control_stranger: 'only what is not the dashboard is refused so',
};

const IN_GERMAN = Object.entries(readCatalogues()['de']?.['problems'] ?? {}) as [string, Tree][];

describe('the dashboard’s German texts for errors', () => {
  it('exist for every error code that a page can show', () => {
    expect(CODES.length).toBeGreaterThan(170);
    const lists = [Object.fromEntries(IN_GERMAN), NEVER_ON_A_PAGE];
    expect(CODES.filter((code) => lists.every((words) => !Object.hasOwn(words, code)))).toEqual([]);
  });

  it('exist only for codes in use, and so do the entries in the list of codes that no page shows', () => {
    const existingCodes = new Set(CODES);
    const listed = [...Object.keys(NEVER_ON_A_PAGE), ...PLACES.keys()];
    expect(listed.filter((code) => !existingCodes.has(code))).toEqual([]);
  });

  it('contain no terminal command if a page can show them', () => {
    const onPages = IN_GERMAN.filter(([code]) => !Object.hasOwn(NEVER_ON_A_PAGE, code));
    const naming = onPages.filter(([, { what, remedy, remedyInApp = remedy }]) =>
      [what, remedyInApp].some((text) => typeof text === 'string' && text.includes('`pennyrow')),
    );
    expect(naming.map(([code]) => code)).toEqual([]);
  });
});
