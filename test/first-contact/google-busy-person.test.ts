import { expect, test } from 'vitest';
import { statementFile } from '../cli/pennyrow.ts';
import { CHECK, COLUMNS, googleShell, READ, WRITE, type GoogleShell } from '../support/google-shell.ts';

const CATEGORY = COLUMNS.indexOf('Category');
const SECOND = 1000;
const SEEN = ['Bakery', 'Market hall', 'Cinema', 'Theatre', 'Museum'];

interface Preview {
  readonly items: readonly [{ readonly values: { readonly transactionId: string } }];
}

/**
 * Each read of the whole sheet takes eleven seconds, and the user makes a change during each, so that Drive's version is
 * never stable.
 */
function keepBusy({ fake, setAhead }: GoogleShell, act: (time: number) => Promise<unknown>): void {
  let times = 0;
  let ahead = 0;
  fake.duringCall(READ, async (requestBody) => {
    if (isOfEverything(requestBody)) setAhead((ahead += 11 * SECOND));
    await act((times += 1));
  });
}

/** Excludes reads of single rows, whose duration is irrelevant. */
function isOfEverything(requestBody: string): boolean {
  return requestBody.includes('developerMetadataLookup') || !requestBody.includes('startRowIndex');
}

async function calm({ fake, setAhead }: GoogleShell): Promise<void> {
  fake.clearFaults();
  setAhead(0);
}

const shown = async ({ hand }: GoogleShell): Promise<string[]> =>
  (await hand.shown('Transactions')).slice(1).map((row) => row[1] ?? '');

test('an import with a read of eleven seconds needs four calls while a user types continuously, and keeps the user’s input', async () => {
  const shell = await googleShell();
  const { folder, hand, run, calls } = shell;
  await run('import', statementFile(folder, ['Bakery']));

  // The user edits an existing row, a note beside it, and the list of categories.
  keepBusy(shell, async (time) => {
    await hand.type('Transactions', 2, CATEGORY, `Food ${time}`);
    await hand.type('Transactions', 2, COLUMNS.length, `note ${time}`);
    await hand.type('Categories', 3 + time, 0, `More ${time}`);
  });
  calls();
  expect(await run('import', statementFile(folder, ['Bakery', 'Market hall'], 'two.ofx'))).toMatchObject({
    status: 'succeeded',
    counts: { added: 1, known: 1 },
  });
  expect(calls()).toEqual([CHECK, READ, READ, WRITE]);
  await calm(shell);
  expect(await shown(shell)).toEqual(['Coffee', 'Bakery', 'Market hall']);
  expect(await hand.look('Transactions', 2, CATEGORY)).toBe('Food 2');
  expect(await hand.look('Transactions', 2, COLUMNS.length)).toBe('note 2');

  // The user types rows below the last one, where new rows are added. The first is a copy of a row in the statement,
  // with its id, so the import does not add it again.
  const [
    {
      values: { transactionId: cinema },
    },
  ] = (
    await run<Preview>('import', statementFile(folder, ['Bakery', 'Market hall', 'Cinema'], 'three.ofx'), '--dry-run')
  ).items;
  keepBusy(shell, async (time) => {
    const row = (await hand.shown('Transactions')).length + 1;
    await hand.type('Transactions', row, 0, { date: '2026-01-03' as never });
    await hand.type('Transactions', row, 1, time === 1 ? 'Cinema' : `By hand ${time}`);
    await hand.type('Transactions', row, 2, time === 1 ? -3.5 : -99 - time);
    if (time === 1) await hand.type('Transactions', row, COLUMNS.indexOf('Transaction ID'), cinema);
  });
  calls();
  expect(
    await run('import', statementFile(folder, ['Bakery', 'Market hall', 'Cinema', 'Theatre'], 'four.ofx')),
  ).toMatchObject({ status: 'succeeded', counts: { added: 1, known: 3 } });
  expect(calls().slice(0, 4)).toEqual([CHECK, READ, READ, WRITE]);
  await calm(shell);
  const rows = await shown(shell);
  expect(rows.filter((name) => !name.startsWith('By hand')).sort()).toEqual([
    'Bakery',
    'Cinema',
    'Coffee',
    'Market hall',
    'Theatre',
  ]);
  expect(rows).toContain('By hand 2');
  expect(await run<unknown[]>('export', '--format', 'json')).toHaveLength(rows.length);
});

test('an import during which the sheet changes four times explains what to do, and does not promise a retry', async () => {
  const shell = await googleShell();
  const { folder, fake, hand, run, start, calls } = shell;
  let ahead = 0;
  await run('import', statementFile(folder, SEEN));
  fake.duringCall(READ, async (requestBody) => {
    if (!isOfEverything(requestBody)) return;
    shell.setAhead((ahead += 11 * SECOND));
    // The last row is deleted, together with the metadata that marks the position of new rows.
    await hand.deleteRow('Transactions', (await hand.shown('Transactions')).length);
  });
  calls();
  const { code, stdout, stderr } = await start('import', statementFile(folder, [...SEEN, 'Zoo'], 'zoo.ofx'));
  expect({ code, writes: calls().filter((call) => call === WRITE) }).toEqual({ code: 1, writes: [] });
  expect(`${stdout}${stderr}`).toContain('Nothing was written');
  expect(`${stdout}${stderr}`).not.toMatch(/by itself|next sync|tries again/);
});
