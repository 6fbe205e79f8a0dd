import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { BalanceList } from '../../src/contract/control/balances.ts';
import type { Run } from '../../src/core/run.ts';
import { exceljsRows } from '../support/exceljs-person.ts';
import { googleShell } from '../support/google-shell.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { pennyrow, statementOf, type StatementLine } from './pennyrow.ts';

const JANUARY: readonly StatementLine[] = [
  { date: '2026-01-05', amount: '-3.50', text: 'Coffee' },
  { date: '2026-01-05', amount: '-3.50', text: 'Coffee' },
  { date: '2026-01-20', amount: '-900.00', text: 'Rent' },
];
const LATER: StatementLine = { date: '2026-02-02', amount: '-3.50', text: 'Coffee' };

/** A statement of the account with this number, with a balance on its last day. */
function statement(
  folder: string,
  lines: readonly StatementLine[],
  name: string,
  number = '12345',
  balance = '100.00',
) {
  const file = statementOf(folder, lines, name, `${number}-`);
  const last = lines.at(-1)?.date.replaceAll('-', '') ?? '';
  const ledger = `</BANKTRANLIST><LEDGERBAL><BALAMT>${balance}</BALAMT><DTASOF>${last}</DTASOF></LEDGERBAL>`;
  const text = readFileSync(file, 'utf8').replace('<ACCTID>12345<', `<ACCTID>${number}<`);
  writeFileSync(file, text.replace('</BANKTRANLIST>', ledger));
  return file;
}

const book = (folder: string) => exceljsRows(`${folder}/Pennyrow.xlsx`, 'Transactions');

test('a bank account with a new number can be merged with the old one, which removes duplicate rows', async () => {
  const folder = temporaryFolder();
  await pennyrow(folder, 'import', statement(folder, JANUARY, 'old.ofx'));
  const before = await book(folder);
  await pennyrow(folder, 'import', statement(folder, [...JANUARY.slice(2), LATER], 'new.ofx', '99777', '96.50'));
  expect(await book(folder)).toHaveLength(5);

  const joined = await pennyrow(folder, 'account', 'same', 'Checking ••2345', 'Checking ••9777', '--json');
  expect([joined.code, joined.stderr]).toEqual([0, '']);
  expect(joined.json<Run>().counts).toMatchObject({ removed: 1 });
  const rows = await book(folder);
  expect(rows).toHaveLength(4);
  expect(rows.slice(0, 3)).toEqual(before);

  const more = { date: '2026-02-03', amount: '-3.50', text: 'Coffee' };
  const next = statement(folder, [...JANUARY.slice(2), LATER, more], 'next.ofx', '99777', '93.00');
  const { counts } = (await pennyrow(folder, 'import', next, '--json')).json<Run>();
  expect(counts).toMatchObject({ added: 1, possibleDuplicates: 0 });
  const added = (await book(folder)).at(-1);
  expect(added).toMatchObject({ Account: 'Checking ••2345', 'Account ID': before[0]?.['Account ID'] });

  const { balances } = (await pennyrow(folder, 'account', 'balances', '--json')).json<BalanceList>();
  expect(balances).toMatchObject([
    { name: 'Checking ••2345', latest: { amount: '93.00' }, proof: { state: 'proven', until: '2026-02-03' } },
  ]);
});

test('an account merged before its next statement gets no duplicate rows', async () => {
  const folder = temporaryFolder();
  await pennyrow(folder, 'import', statement(folder, JANUARY, 'old.ofx'));
  await pennyrow(folder, 'import', statement(folder, [LATER], 'first.ofx', '99777', '96.50'));
  await pennyrow(folder, 'account', 'same', 'Checking ••2345', 'Checking ••9777');
  const all = statement(folder, [...JANUARY, LATER], 'all.ofx', '99777', '96.50');
  const { counts } = (await pennyrow(folder, 'import', all, '--json')).json<Run>();
  expect(counts).toMatchObject({ added: 0 });
  expect(await book(folder)).toHaveLength(4);
});

test('a merge keeps a duplicate row that the user changed, and rejects an unknown account', async () => {
  const { folder, hand, run, start } = await googleShell();
  await run('import', statement(folder, JANUARY, 'old.ofx'));
  await run('import', statement(folder, JANUARY.slice(1), 'new.ofx', '99777'));
  const shown = await hand.shown('Transactions');
  await hand.type('Transactions', shown.findLastIndex((row) => row[1] === 'Rent') + 1, 1, 'Rent of the flat');
  const refused = await start('account', 'same', 'Checking ••2345', 'Savings');
  expect(refused.code).not.toBe(0);
  expect(refused.stderr).toContain('There is no bank account “Savings”');
  expect((await run<Run>('account', 'same', 'Checking ••2345', 'Checking ••9777')).counts).toMatchObject({
    removed: 1,
    kept: 1,
  });
});
