import { describe, expect, it } from 'vitest';
import type { StatusNote } from '../../contract/control/service.ts';
import { needWords } from './need-words.ts';
import { problemReader } from '../window/problem-words.ts';

const WORKBOOK: StatusNote = {
  about: 'workbook',
  code: 'workbook_none',
  message: 'It has no workbook.',
  remedy: 'Make one.',
  connection: null,
  lines: null,
};
const BANK = {
  name: 'Giro',
  problem: { message: 'bank.example refused the request.', remedy: null },
  lastSuccessAt: null,
  nextTryAt: null,
};
const NOTES: readonly StatusNote[] = [
  WORKBOOK,
  {
    ...WORKBOOK,
    about: 'connection',
    code: 'source_refused',
    message: 'Giro: bank.example refused the request.',
    connection: BANK,
  },
  { ...WORKBOOK, about: 'run', code: 'workbook_protected', message: 'The last run failed: the sheet is protected.' },
  { ...WORKBOOK, code: 'workbook_lines', message: '1,200 lines of the workbook need a look.', lines: 1200 },
  { ...WORKBOOK, code: 'workbook_lines', message: 'One line of the workbook needs a look.', lines: 1 },
  { ...WORKBOOK, about: 'plan', code: 'account_plan_ended', message: 'Its trial has ended.' },
  { ...WORKBOOK, about: 'run', code: 'run_of_tomorrow', message: 'The last run failed: something new.' },
  { ...WORKBOOK, code: '__proto__', message: 'Something new.' },
];

describe('a line of what needs a person', () => {
  it('is German by its code, with whose it is; else the service’s own sentence', async () => {
    const read = await problemReader('de-AT');
    expect(NOTES.map((note) => needWords('de-AT', note, read))).toEqual([
      'Das Konto hat noch keine Tabelle.',
      'Giro: Der Anbieter hat die Anfrage abgelehnt.',
      'Letzter Lauf fehlgeschlagen: Ein Blatt der Tabelle ist gegen Änderungen geschützt.',
      '1.200 Zeilen der Tabelle brauchen einen Blick.',
      'Eine Zeile der Tabelle braucht einen Blick.',
      'Der Tarif dieses Kontos ist abgelaufen: Weder Zeitplan noch Skripte gleichen mehr ab.',
      'The last run failed: something new.',
      'Something new.',
    ]);
  });

  it('is the service’s own in English', async () => {
    const read = await problemReader('en-GB');
    expect(NOTES.map((note) => needWords('en-GB', note, read))).toEqual(NOTES.map(({ message }) => message));
  });
});
