import { expect, test } from 'vitest';
import { makeBankTable } from '../../../../test/support/bank-tables/bank-table.ts';
import { judge } from '../../../../test/support/bank-tables/verdict.ts';
import { countTried, FUZZ_TIMES } from '../../../../test/support/fuzzing.ts';

const tried = countTried('CSV tables');

const TABLES = 400 * FUZZ_TIMES;

/** The same tables in each run: what is wrong once stays wrong until it is mended. */
test('no table of a bank is read or suggested wrongly, and hardly one with a balance is asked about its money', () => {
  const wrong: string[] = [];
  let [withBalance, quiet] = [0, 0];
  for (let seed = 1; seed <= TABLES; seed += 1) {
    tried();
    const table = makeBankTable(seed);
    const { outcome, asksAboutMoney, detail } = judge(table);
    if (outcome === 'wrong') wrong.push(`${seed}: ${detail}`);
    if (table.style.balance === 'none') continue;
    withBalance += 1;
    if (outcome !== 'refused' && !asksAboutMoney) quiet += 1;
  }
  expect(wrong).toEqual([]);
  expect(quiet / withBalance).toBeGreaterThan(0.9);
  if (FUZZ_TIMES > 1) console.log(`${((quiet / withBalance) * 100).toFixed(1)} % of ${withBalance} with a balance`);
});
