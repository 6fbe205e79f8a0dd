import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { electronDouble } from '../../../test/desktop/double/electron-double.ts';
import { computerDouble } from '../../../test/desktop/double/app.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { GERMAN_WORDS } from '../../contract/problems/german.ts';
import { PennyrowError } from '../../platform/errors.ts';
import { WITHOUT_A_PAGE } from '../german-problems.ts';
import { problemFor, problemReader } from './problem-words.ts';
import { showProblem } from './problem-window.ts';

const DOCUMENTED = new Set(
  readFileSync(new URL('../../../docs/guide/troubleshooting.md', import.meta.url), 'utf8').match(
    /(?<=`)[a-z]+_[a-z_]+(?=`)/g,
  ),
);
const TAKEN = new PennyrowError('service_port_taken', 'Port 28400 is taken by node.', 'Stop it.');

describe('a problem that a person reads without a page', () => {
  it('has German words by its code, with the sentence that names the thing; else it stays as it was told', async () => {
    expect(await problemFor('de-AT', TAKEN)).toEqual({
      message: 'Ein anderes Programm belegt den Port von Pennyrow.',
      remedy: expect.stringContaining('PENNYROW_PORT'),
      original: 'Port 28400 is taken by node.',
    });
    const unknown = { code: 'constructor', message: 'Something new.', remedy: null };
    expect(await problemFor('de', unknown)).toEqual({ message: 'Something new.', remedy: null, original: null });
    expect(await problemFor('en-GB', TAKEN)).toEqual({ message: TAKEN.message, remedy: TAKEN.remedy, original: null });
  });

  it('has words of its own for no code that is not there any more, and for none that pages say as well', () => {
    expect(DOCUMENTED.size).toBeGreaterThan(100);
    const own = Object.keys(WITHOUT_A_PAGE);
    expect(own.filter((code) => !DOCUMENTED.has(code))).toEqual([]);
    expect(own.filter((code) => GERMAN_WORDS[code]?.join() === WITHOUT_A_PAGE[code]?.join())).toEqual([]);
  });

  it('has German words for whatever can keep the app from starting', async () => {
    const fatal = [...DOCUMENTED].filter(
      (code) =>
        /^(store|vault)_/.test(code) ||
        [
          'service_port_taken',
          'service_port_refused',
          'service_no_loopback',
          'service_no_dashboard',
          'data_disk_full',
          'data_read_only',
          'data_no_access',
          'data_not_a_folder',
        ].includes(code),
    );
    // Only a command without the app meets the first, and the others are findings of `doctor`, not failures.
    const elsewhere = new Set(['vault_in_keychain', 'store_sound', 'store_open_runs']);
    const read = await problemReader('de');
    expect(
      fatal.filter((code) => read({ code, message: 'm', remedy: null }).original === null && !elsewhere.has(code)),
    ).toEqual([]);
  });

  it('is shown in a box with buttons of the same language', async () => {
    const { electron, around } = await electronDouble({
      computer: { ...computerDouble(temporaryFolder()), locale: 'de-DE' },
      context: null,
    });
    await electron.app.whenReady();
    around.box.press('Datenordner öffnen');
    around.box.press('Noch einmal versuchen');
    expect(await showProblem(electron, TAKEN, { dataFolder: '/home/me/Pennyrow', canTryAgain: true })).toBe('again');
    expect(around.outside.shown).toEqual(['/home/me/Pennyrow']);
    expect(around.box.shown[0]).toMatchObject({
      message: 'Ein anderes Programm belegt den Port von Pennyrow.',
      buttons: ['Noch einmal versuchen', 'Datenordner öffnen', 'Beenden'],
    });
    expect(around.box.shown[0]?.detail).toMatch(/Port 28400 is taken by node\.\n\nservice_port_taken$/);
  });
});
