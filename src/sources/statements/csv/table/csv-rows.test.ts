import fc from 'fast-check';
import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { CASE_FACTOR } from '../../../../../test/support/cases.ts';
import { cutRows, lineOf, tidyText } from './csv-rows.ts';

const LONG = 150_000;

function longText(lines: readonly string[]): string {
  const once = lines.join('\n');
  return Array.from({ length: Math.ceil(LONG / (once.length + 1)) }, () => once).join('\n');
}

const cutWhole = (text: string) => Papa.parse<string[]>(text, { delimiter: ';', newline: '\n' }).data;

test('cutRows returns the same rows of a long text as Papa Parse', () => {
  const cell = fc.oneof(
    fc.constantFrom('', '2026-01-31', '-12,50', 'EUR', 'Groceries at the corner', '""', '"a ""quoted"" word"'),
    fc.string({ unit: fc.constantFrom('a', ';', '\n', ' ', '""'), maxLength: 40 }).map((text) => `"${text}"`),
  );
  const line = fc.array(cell, { minLength: 1, maxLength: 7 }).map((cells) => cells.join(';'));
  const lines = fc.tuple(fc.array(line, { minLength: 1, maxLength: 60 }), fc.boolean());
  fc.assert(
    fc.property(lines, ([some, endsWithBreak]) => {
      const text = longText(some) + (endsWithBreak ? '\n' : '');
      expect(cutRows(tidyText('a.csv', text), ';').rows).toEqual(cutWhole(text));
    }),
    { numRuns: 20 * CASE_FACTOR },
  );
});

test('a very long quoted text stays one cell', () => {
  const text = `Datum;Text\n2026-01-31;"${'long\n'.repeat(LONG / 5)}"\n${'2026-02-01;b\n'.repeat(LONG / 13)}`;
  expect(cutRows(tidyText('a.csv', text), ';').rows).toEqual(cutWhole(text));
});

test('a long text in one line is one row', () => {
  const text = `2026-01-31;${'x'.repeat(LONG)};1,00`;
  expect(cutRows(tidyText('a.csv', text), ';').rows).toEqual([['2026-01-31', 'x'.repeat(LONG), '1,00']]);
});

test('an unclosed quote in a long text is reported', () => {
  const text = `2026-01-30;"z";0,50\n${'2026-01-31;a;1,00\n'.repeat(10_000)}2026-02-01;"b;2,00\n${'2026-02-02;c;3,00\n'.repeat(10)}`;
  expect(() => cutRows(tidyText('a.csv', text), ';')).toThrow(
    expect.objectContaining({ code: 'statement_unreadable' }),
  );
});

test('lineOf returns the line of a row in a long text', () => {
  const text = '2026-01-31;"a\nb";1,00\n'.repeat(10_000);
  const rows = cutRows(tidyText('a.csv', text), ';');
  expect([rows.rows.length, lineOf(rows, 9999)]).toEqual([10_001, 19_999]);
});

test('a quote after a blank still opens a quoted text', () => {
  const { rows } = cutRows(tidyText('a.csv', ' "Date"; "Text" ;"Sum"\n2026-01-31; "a; ""b"" \n c";"1"\n'), ';');
  expect(rows).toEqual([['Date', 'Text', 'Sum'], ['2026-01-31', 'a; "b" \n c', '1'], ['']]);
});

test('a quoted word after a blank stays part of an unquoted text', () => {
  const { rows } = cutRows(tidyText('a.csv', '2026-01-31; "a" b;1\n2026-02-01; "c";2\n'), ';');
  expect(rows).toEqual([['2026-01-31', ' "a" b', '1'], ['2026-02-01', 'c', '2'], ['']]);
});

test('an escaped quote after a backslash is part of a quoted text', () => {
  const cut = cutRows(tidyText('a.csv', '"2026-01-31";"the \\"corner\\" ; shop\\\\";"1"\n"2026-02-01";"b";"2"\n'), ';');
  expect(cut.rows).toEqual([['2026-01-31', 'the "corner" ; shop\\', '1'], ['2026-02-01', 'b', '2'], ['']]);
  expect(lineOf(cut, 1)).toBe(2);
});

test('a backslash before a closing quote stays text if the other quotes are regular', () => {
  const { rows } = cutRows(tidyText('a.csv', '"2026-01-31";"C:\\";"1"\n'), ';');
  expect(rows).toEqual([['2026-01-31', 'C:\\', '1'], ['']]);
});

test('an unescaped quote in a quoted text stays text, and a blank after a closing quote is dropped', () => {
  const lines = ['"2026-01-31","a","1"', '"2026-02-01","UAB "Naktida"","2"', '"2026-02-02","b","3" ', ''];
  const { rows } = cutRows(tidyText('a.csv', lines.join('\n')), ',');
  expect(rows).toEqual([
    ['2026-01-31', 'a', '1'],
    ['2026-02-01', 'UAB "Naktida"', '2'],
    ['2026-02-02', 'b', '3'],
    [''],
  ]);
});

test('an unescaped quote before a delimiter in a quoted text is reported', () => {
  const text = '"2026-01-31","a","1"\n"2026-02-01","the "corner", shop","2"\n';
  expect(() => cutRows(tidyText('a.csv', text), ',')).toThrow(
    expect.objectContaining({ code: 'statement_unreadable' }),
  );
});
