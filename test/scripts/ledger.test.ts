import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { BalancesResponse } from '../../src/contract/v2/extensions.ts';
import { hasProgram, IS_WINDOWS } from '../support/machine.ts';
import { findProgram, installProgram } from '../support/programs.ts';
import { blocksOf, scriptWorld, sharedScriptWorld } from '../support/script-world.ts';
import { pennyrow, statementFile } from '../cli/pennyrow.ts';

const SCRIPT = join(import.meta.dirname, '../../clients/examples/ledger_export.py');
const hasPython = !IS_WINDOWS && hasProgram('python3');

/** The sum of the postings of one transaction by currency, in hundredths. */
type Sums = Map<string, bigint>;

/** Parses the journal, also on machines without hledger and Beancount. */
function transactionsIn(journal: string): Sums[] {
  return journal.split('\n\n').flatMap((block) => {
    const postings = [...block.matchAll(/^ +\S+ {2}(-?\d+)\.(\d\d) (\w+)$/gm)];
    if (postings.length === 0) return [];
    const sums: Sums = new Map();
    for (const [, whole = '', cents = '', currency = ''] of postings)
      sums.set(currency, (sums.get(currency) ?? 0n) + BigInt(`${whole}${cents}`));
    return [sums];
  });
}

let checkers: { hledger: boolean; beancount: boolean };

beforeAll(async () => {
  const has = async (debianPackage: string, program: string): Promise<boolean> =>
    (findProgram([program]) ?? (hasPython ? await installProgram(debianPackage, [program]) : null)) !== null;
  checkers = { hledger: await has('hledger', 'hledger'), beancount: await has('beancount', 'bean-check') };
});

const demoWorld = sharedScriptWorld(async (folder) => {
  await pennyrow(folder, 'connection', 'add', 'demo');
  await pennyrow(folder, 'sync');
  copyFileSync(SCRIPT, join(folder, 'ledger_export.py'));
});

describe.runIf(hasPython)('a journal', () => {
  test('balances every transaction, in the formats of hledger and Beancount', async () => {
    const { run } = await demoWorld();
    for (const format of ['hledger', 'beancount']) {
      const { stdout, stderr } = await run('python3', 'ledger_export.py', format);
      expect(stderr).toBe('');
      const transactions = transactionsIn(stdout);
      expect(transactions.length).toBeGreaterThan(300);
      expect(transactions.filter((sums) => [...sums.values()].some((sum) => sum !== 0n))).toEqual([]);
    }
  });

  test('is accepted by hledger and Beancount, which calculate the bank’s balances from it', async ({ skip }) => {
    if (!checkers.hledger || !checkers.beancount) skip('hledger or Beancount is not there');
    const { folder, run } = await demoWorld();
    const [script = ''] = blocksOf('scripts.md', 'sh', 'hledger and Beancount');
    await run('sh', '-euc', script);
    const { balances } = JSON.parse((await run('pennyrow', 'api', '/balances')).stdout) as BalancesResponse;
    expect(balances).toHaveLength(2);
    const { stdout } = await run('hledger', '-f', join(folder, 'pennyrow.journal'), 'balance', 'Assets', '--no-total');
    for (const { balance, currency } of balances) expect(stdout).toContain(`${balance} ${currency}`);
  });

  test('accepts any text from a bank, and requires --currency if the currency is unknown', async ({ skip }) => {
    const odd = ['! (A) ; note | "quoted" \\', '* 2026-01-01 = 5 EUR', '=HYPERLINK("x")', '„Ümläut“ 🙂', ')', '; all'];
    const { folder, environment, run } = await scriptWorld((data) =>
      pennyrow(data, 'import', statementFile(data, odd)),
    );
    copyFileSync(SCRIPT, join(folder, 'ledger_export.py'));
    expect(environment['PENNYROW_TOKEN']).toBeDefined();
    await expect(run('python3', 'ledger_export.py', 'hledger')).rejects.toThrow(/Say it with --currency/);
    if (!checkers.hledger || !checkers.beancount) skip('hledger or Beancount is not there');
    await run(
      'sh',
      '-euc',
      'python3 ledger_export.py hledger --currency EUR > a && hledger -f a check && hledger -f a print > b',
    );
    expect(readFileSync(join(folder, 'b'), 'utf8').match(/^2026-/gm)).toHaveLength(odd.length);
    const beancount = 'python3 ledger_export.py beancount --currency EUR > a.beancount && bean-check a.beancount';
    await run('sh', '-euc', beancount);
  });
});
