import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { ENGLISH } from '../../renderer/problems/english.ts';
import { GERMAN } from '../../renderer/problems/german.ts';
import { PLACED_CODES } from '../../renderer/problems/places.ts';
import { tell } from '../../renderer/problems/telling.ts';
import { readCatalogues, type Tree } from '../../catalogues.ts';
import { codesInSource } from '../support/codes.ts';
import type { PageSpeech } from '../../renderer/words/texts.ts';

const CODES = codesInSource(join(import.meta.dirname, '../..'));

/** The command line says it about its own flags and words, and what it calls never does. */
const COMMAND_LINE = 'only the command line says it, about what was typed there';
/** Pennyrow ends before it can show a page. */
const AT_START = 'Pennyrow does not start, so there is no page';

const NEVER_ON_A_PAGE: Readonly<Record<string, string>> = {
  account_none: COMMAND_LINE,
  input_account: COMMAND_LINE,
  input_connection: COMMAND_LINE,
  input_format: COMMAND_LINE,
  input_not_csv: COMMAND_LINE,
  input_nothing: COMMAND_LINE,
  input_not_a_backup: COMMAND_LINE,
  input_passphrase: COMMAND_LINE,
  input_file_exists: COMMAND_LINE,
  data_backup_damaged: COMMAND_LINE,
  data_backup_too_new: COMMAND_LINE,
  data_folder_not_empty: COMMAND_LINE,
  input_plan: COMMAND_LINE,
  input_range: COMMAND_LINE,
  input_restore: COMMAND_LINE,
  input_run: COMMAND_LINE,
  input_secret: COMMAND_LINE,
  input_unconfirmed: COMMAND_LINE,
  input_usage: COMMAND_LINE,
  run_none_to_undo: COMMAND_LINE,
  schedule_none: COMMAND_LINE,
  internal_unanswered: 'only the command line ends so',
  service_gone: 'only the command line loses the service so; a page says page_offline',
  service_not_running: 'only the command line asks for a link to the dashboard',
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
  vault_in_use: 'only a start that shall take the key out of the keychain says it',
  control_stranger: 'only what is not the dashboard is refused so',
};

describe('the words of the dashboard for what the service says', () => {
  it('are there in German for every code that can reach a page', () => {
    expect(CODES.length).toBeGreaterThan(170);
    const said = [GERMAN.words, readCatalogues()['de']?.['problems'] as Tree, NEVER_ON_A_PAGE];
    expect(CODES.filter((code) => said.every((words) => !Object.hasOwn(words, code)))).toEqual([]);
  });

  it('are for codes that are still there, and the list of those that never come too', () => {
    const known = new Set([...CODES, 'page_broken']);
    for (const codes of [
      Object.keys(GERMAN.words),
      GERMAN.complete,
      Object.keys(ENGLISH),
      Object.keys(NEVER_ON_A_PAGE),
      PLACED_CODES,
    ]) {
      expect([...codes].filter((code) => !known.has(code))).toEqual([]);
    }
    expect(Object.keys(NEVER_ON_A_PAGE).filter((code) => Object.hasOwn(GERMAN.words, code))).toEqual([]);
  });

  it('are whole sentences that name no command, and what happened is said without what stands below it', () => {
    const texts = [...Object.values(GERMAN.words).flat(), ...Object.values(ENGLISH)].filter((text) => text !== null);
    expect(Object.values(GERMAN.words).filter(([what]) => /\bunten\b/.test(what))).toEqual([]);
    expect(texts.filter((text) => !/^[A-ZÄÖÜ].*[.…]$/u.test(text) || text.includes('`'))).toEqual([]);
  });
});

const [EN, DE] = [{ language: 'en' }, { language: 'de' }] as unknown as readonly [PageSpeech, PageSpeech];

describe('what a page says', () => {
  const told = {
    code: 'source_refused',
    message: 'bank.example refused the request (status 400).',
    remedy: 'Check it with `pennyrow connection test NAME`. Rows stay.',
  };

  it('is the exact sentence in English, with what to do on these pages', () => {
    expect(tell(told, EN, null)).toEqual({
      what: told.message,
      remedy: ENGLISH['source_refused'],
      isForeign: false,
      original: null,
    });
    expect(tell({ ...told, remedy: 'Ask bank.example.' }, EN, null).remedy).toBe('Ask bank.example.');
    expect(tell({ ...told, code: 'source_of_tomorrow' }, EN, null).remedy).toBe('Rows stay.');
  });

  it('is German by its code, and keeps what the service named', () => {
    const [what, remedy] = GERMAN.words['source_refused'] ?? [];
    expect(tell(told, DE, GERMAN)).toEqual({
      what,
      remedy,
      isForeign: false,
      original: `${told.message} Rows stay.`,
    });
  });

  it('is all there is to say where the service names nothing either', () => {
    const german = { words: GERMAN.words, complete: new Set(['source_refused']) };
    expect(tell(told, DE, german)).toMatchObject({ what: GERMAN.words['source_refused']?.[0], original: null });
  });

  it('is the service’s own, and said to be English, where there are no words for it or they have not come', () => {
    for (const [code, german] of [
      ['source_of_tomorrow', GERMAN],
      ['source_refused', null],
      ['toString', GERMAN],
    ] as const) {
      expect(tell({ ...told, code }, DE, german)).toEqual({
        what: told.message,
        remedy: 'Rows stay.',
        isForeign: true,
        original: null,
      });
    }
  });

  it('is left alone where the page itself says it', () => {
    const own = { code: 'page_offline', message: 'Pennyrow antwortet nicht.', remedy: 'Prüfen Sie, ob es läuft.' };
    expect(tell(own, DE, GERMAN)).toEqual({
      what: own.message,
      remedy: own.remedy,
      isForeign: false,
      original: null,
    });
  });
});

test('no page names a command, whatever the service says', () => {
  const sentence = fc.constantFrom(
    'It failed.',
    'Run `pennyrow sync`.',
    'Look at “this”.',
    'Else try `pennyrow import FILE --of NAME`, or ask.',
    '“Giro” is late!',
  );
  const text = fc.array(sentence, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(' '));
  fc.assert(
    fc.property(
      text,
      fc.option(text),
      fc.constantFrom('internal_error', 'nobody_knows', 'workbook_none'),
      fc.constantFrom('en', 'de'),
      (message, remedy, code, language) => {
        expect(JSON.stringify(tell({ code, message, remedy }, language === 'en' ? EN : DE, GERMAN))).not.toContain(
          '`pennyrow',
        );
      },
    ),
  );
});
