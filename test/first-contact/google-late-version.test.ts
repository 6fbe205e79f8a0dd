import { expect, test } from 'vitest';
import type { CalendarDate } from '../../src/core/calendar-date.ts';
import { statementFile } from '../cli/pennyrow.ts';
import { CHECK, COLUMNS, googleShell, READ, WRITE } from '../support/google-shell.ts';

const MINUTES = 60_000;
const CATEGORY = COLUMNS.indexOf('Category');

interface Preview {
  readonly rows: readonly { readonly description: string; readonly category: string }[];
}

test('a preview, import or export includes edits made just before, even if Drive does not report them yet', async () => {
  const { folder, fake, hand, run, calls } = await googleShell();
  fake.lagDrive(3 * MINUTES);
  await run('import', statementFile(folder, ['Bakery']));
  // Caches the sheet under the version that Drive still reports after the edits below.
  await run('status');

  await hand.type('Rules', 2, 0, 'market');
  await hand.type('Rules', 2, 1, 'Home');
  const market = statementFile(folder, ['Bakery', 'Market hall'], 'february.ofx');
  calls();
  const preview = await run('import', market, '--dry-run');
  expect(JSON.stringify(preview)).toContain('"Home"');
  expect(calls()).toEqual([CHECK, READ]);
  expect(await run('import', market)).toMatchObject({ status: 'succeeded', counts: { added: 1 } });
  expect(calls().slice(0, 3)).toEqual([CHECK, READ, WRITE]);
  expect((await hand.shown('Transactions')).map((row) => [row[1], row[CATEGORY]])).toEqual([
    ['Description', 'Category'],
    ['Coffee', 'Food'],
    ['Bakery', ''],
    ['Market hall', 'Home'],
  ]);

  await run('status');
  await hand.type('Transactions', 3, CATEGORY, 'Food');
  calls();
  const exported = await run<Preview['rows']>('export', '--format', 'json');
  expect(exported.map(({ category }) => category).sort()).toEqual(['Food', 'Food', 'Home']);
  expect(calls()).toEqual([CHECK, READ]);

  await hand.type('Transactions', 5, 0, { date: '2026-01-09' as CalendarDate });
  await hand.type('Transactions', 5, 1, 'Flea market');
  calls();
  expect(await run('import', statementFile(folder, ['Bakery', 'Market hall', 'Cinema'], 'march.ofx'))).toMatchObject({
    counts: { added: 1 },
  });
  expect((await hand.shown('Transactions')).map((row) => row[1])).toEqual([
    'Description',
    'Coffee',
    'Bakery',
    'Market hall',
    'Flea market',
    'Cinema',
  ]);
});
