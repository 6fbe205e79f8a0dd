// Learns from rows and suggests categories for a tenth of them, in memory. Prints the elapsed and CPU seconds, and the number
// of suggestions. Arguments: `learn`, or `floor` for the minimal work; the number of rows.
import { createCommonWords, descriptionWords } from '../../src/core/description-words.ts';
import { createCategoryLearner } from '../../src/core/suggest-category.ts';
import { spendingLife } from '../../test/support/spending-life.ts';

const [what = '', countText = ''] = process.argv.slice(2);
const count = Number(countText);
const MONTHS = 240;

const rows = spendingLife({ seed: 1, months: MONTHS, purchases: Math.ceil(count / MONTHS) })
  .slice(-count)
  .toReversed()
  .map((row, at) => (at % 10 === 0 ? { ...row, category: '' } : row));

const startedAt = process.threadCpuUsage();
const started = performance.now();
const suggested = what === 'floor' ? floor() : learn();
const seconds = (performance.now() - started) / 1000;
const { user, system } = process.threadCpuUsage(startedAt);
process.stdout.write(JSON.stringify({ seconds, cpuSeconds: (user + system) / 1e6, suggested }));

function learn(): number {
  const common = createCommonWords();
  for (const row of rows) common.add(row);
  const learner = createCategoryLearner(common);
  for (const row of rows) learner.add(row);
  return rows.filter((row) => row.category === '' && learner.suggest(row) !== null).length;
}

/** The minimal work: splits the text of each row into words once, and looks it up once. */
function floor(): number {
  const categories = new Map<string, string>();
  let found = 0;
  for (const { description, category } of rows) {
    const key = descriptionWords(description).join(' ');
    if (category !== '') categories.set(key, category);
    else if (categories.has(key)) found += 1;
  }
  return found;
}
