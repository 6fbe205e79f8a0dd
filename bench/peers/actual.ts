// Runs Actual's headless engine on the same work as Pennyrow's import. Arguments: the folder where @actual-app/api is
// installed, a folder for its data, the number of transactions, and the number of rules. Prints, as JSON, the seconds of a
// first import, of a second import of 1,000 known transactions, and of reading 30 days.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { inputTransactions, rulePatterns } from '../support/inputs.ts';

/** The part of its API that this program uses. */
interface Actual {
  init(config: { dataDir: string; verbose: boolean }): Promise<unknown>;
  shutdown(): Promise<void>;
  runImport(budgetName: string, work: () => Promise<void>): Promise<void>;
  createAccount(account: { name: string; offbudget: boolean }): Promise<string>;
  createCategoryGroup(group: { name: string }): Promise<string>;
  createCategory(category: { name: string; group_id: string }): Promise<string>;
  createRule(rule: unknown): Promise<unknown>;
  importTransactions(accountId: string, transactions: readonly unknown[]): Promise<{ added: readonly string[] }>;
  getTransactions(accountId: string, from: string, to: string): Promise<readonly unknown[]>;
}

const [installed, dataDir, count, rules] = process.argv.slice(2);
const actual = createRequire(join(String(installed), 'package.json'))('@actual-app/api') as Actual;
// Actual logs its progress to stdout, which must contain only the result.
console.log = () => {};

const transactions = inputTransactions(Number(count)).map(({ id, date, amount, description }) => ({
  date: `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}`,
  amount: Math.round(Number(amount) * 100),
  payee_name: description,
  imported_payee: description,
  imported_id: id,
}));

await actual.init({ dataDir: String(dataDir), verbose: false });
let account = '';
await actual.runImport('bench', async () => {
  account = await actual.createAccount({ name: 'Checking', offbudget: false });
  const group = await actual.createCategoryGroup({ name: 'Bench' });
  for (const [index, pattern] of rulePatterns(Number(rules)).entries()) {
    const category = await actual.createCategory({ name: `Category ${index}`, group_id: group });
    await actual.createRule({
      stage: null,
      conditionsOp: 'and',
      conditions: [{ op: 'contains', field: 'imported_payee', value: pattern }],
      actions: [{ op: 'set', field: 'category', value: category }],
    });
  }
});
const importSeconds = await timed(async () => {
  const { added } = await actual.importTransactions(account, transactions);
  if (added.length !== transactions.length) throw new Error(`${added.length} of ${transactions.length} were added`);
});
const knownSeconds = await timed(() => actual.importTransactions(account, transactions.slice(-1_000)));
const readSeconds = await timed(() => actual.getTransactions(account, '2020-06-01', '2020-06-30'));
await actual.shutdown();
process.stdout.write(JSON.stringify({ importSeconds, knownSeconds, readSeconds }));

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}
