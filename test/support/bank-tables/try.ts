import { makeBankTable } from './bank-table.ts';
import { judge } from './verdict.ts';
const [from = 1, count = 1000, show = 12] = process.argv.slice(2).map(Number);
const tally: Record<string, number> = {};
const details: Record<string, number[]> = {};
let withBalance = 0,
  quiet = 0;
for (let seed = from; seed < from + count; seed += 1) {
  const table = makeBankTable(seed);
  let v;
  try {
    v = judge(table);
  } catch (e) {
    v = { outcome: 'crash', asksAboutMoney: true, detail: String((e as Error).stack).slice(0, 400) };
  }
  tally[v.outcome] = (tally[v.outcome] ?? 0) + 1;
  const key = `${v.outcome} ${v.detail
    .replace(/[\d.,-]+ for [\d.,-]+/, 'x for y')
    .replace(/text .*/, 'text')
    .slice(0, v.outcome === 'crash' ? 400 : 70)}`;
  (details[key] ??= []).push(seed);
  if (table.style.balance !== 'none') {
    withBalance += 1;
    if ((v.outcome === 'right' || v.outcome === 'asked') && !v.asksAboutMoney) quiet += 1;
  }
}
console.log(
  tally,
  'with balance',
  withBalance,
  'read without money question',
  ((quiet / withBalance) * 100).toFixed(1) + '%',
);
for (const [k, seeds] of Object.entries(details)
  .sort((a, b) => b[1].length - a[1].length)
  .slice(0, show))
  console.log(seeds.length, k, seeds.slice(0, 6).join(' '));
