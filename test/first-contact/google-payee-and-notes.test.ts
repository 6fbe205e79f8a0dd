import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { statementOf } from '../cli/pennyrow.ts';
import { COLUMNS, googleShell, type GoogleShell } from '../support/google-shell.ts';

const NOTES = COLUMNS.length;

interface Done {
  readonly id: string;
  readonly status: string;
  readonly counts: Readonly<Record<string, number>>;
}

const BANK = [
  { date: '2026-01-05', amount: '-3.50', text: 'Coffee', memo: 'card 4711 at the station' },
  { date: '2026-01-07', amount: '-12.50', text: 'Cinema', memo: '=2 tickets' },
  { date: '2026-01-08', amount: '-2.40', text: 'Tram' },
];

const shown = async ({ hand }: GoogleShell): Promise<string[][]> =>
  (await hand.shown('Transactions')).slice(1).map((row) => [row[1] ?? '', row[NOTES] ?? '']);

test('imports and undos write payee and notes separately once a Google sheet has a mapped notes column', async () => {
  const shell = await googleShell();
  const { folder, hand, run } = shell;
  await hand.type('Transactions', 1, NOTES, 'Notes');
  await hand.type('Transactions', 2, NOTES, 'with Ana');
  // Clears the row's account, because it differs from the statement's account.
  for (const name of ['Account', 'Account ID'] as const)
    await hand.type('Transactions', 2, COLUMNS.indexOf(name), null);
  await run('workbook', 'columns', '--map', 'notes=Notes');
  expect(await run<Done>('import', statementOf(folder, BANK, 'one.ofx'))).toMatchObject({
    status: 'succeeded',
    counts: { added: 2, alreadyThere: 1, possibleDuplicates: 0 },
  });
  const added = [
    ['Coffee', 'with Ana'],
    ['Cinema', '=2 tickets'],
    ['Tram', ''],
  ];
  expect(await shown(shell)).toEqual(added);

  const renamed = BANK.map((line) =>
    line.text === 'Cinema' ? { ...line, text: 'Cinema Royal', memo: 'other' } : line,
  );
  const corrected = await run<Done>('import', statementOf(folder, renamed, 'two.ofx'));
  expect(corrected.counts).toMatchObject({ added: 0, updated: 1 });
  expect((await shown(shell))[1]).toEqual(['Cinema Royal', '=2 tickets']);
  expect((await run<Done>('undo', corrected.id)).counts).toMatchObject({ updated: 1, kept: 0 });
  expect(await shown(shell)).toEqual(added);
});

test('the columns for payee and notes of a Google sheet, and its rows, are recognized without the database', async () => {
  const shell = await googleShell();
  const { folder, hand, run } = shell;
  await hand.type('Transactions', 1, NOTES, 'Notes');
  await run('workbook', 'columns', '--map', 'notes=Notes');
  await run('import', statementOf(folder, BANK, 'one.ofx'));
  await hand.type('Transactions', 4, NOTES, 'monthly ticket');
  const before = await shown(shell);
  for (const name of ['pennyrow.db', 'pennyrow.db-wal', 'pennyrow.db-shm', 'backups'])
    rmSync(join(folder, name), { recursive: true, force: true });
  await shell.connect();
  const more = [...BANK, { date: '2026-01-09', amount: '-7.70', text: 'Books', memo: 'order 12' }];
  expect((await run<Done>('import', statementOf(folder, more, 'two.ofx'))).counts).toMatchObject({
    added: 1,
    updated: 0,
    possibleDuplicates: 0,
  });
  expect(await shown(shell)).toEqual([...before, ['Books', 'order 12']]);
});
