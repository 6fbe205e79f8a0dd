/**
 * The smallest five-field cron expression that fires, every day, at all the given minutes of the day.
 *
 * Why it is the smallest: whatever single expression covers them names each of their minutes and each
 * of their hours, and fires at every named minute of every named hour. Naming just those is therefore
 * the fewest fires, and exact exactly when the times are all pairs of their hours and minutes.
 */
export function coveringCron(minutesOfDay: readonly number[]): string {
  const minutes = new Set(minutesOfDay.map((time) => time % 60));
  const hours = new Set(minutesOfDay.map((time) => Math.floor(time / 60)));
  return `${fieldText(minutes, 60)} ${fieldText(hours, 24)} * * *`;
}

/** One item of a cron field, such as `7`, `1-5` or `7-52/15`, and the numbers it stands for. */
interface Item {
  readonly text: string;
  readonly values: readonly number[];
}

/**
 * A short text for exactly these numbers out of 0 to size - 1: unbroken ranges, or items with steps when
 * that is shorter. Evenly spaced numbers are one item; for odd periods it may miss the shortest text a little.
 */
function fieldText(numbers: ReadonlySet<number>, size: number): string {
  const steps = pickItems(numbers, itemsWithin(numbers, size));
  const ranges = unbrokenRanges(numbers);
  return steps.length < ranges.length ? steps : ranges;
}

function unbrokenRanges(numbers: ReadonlySet<number>): string {
  const ranges: string[] = [];
  for (const first of ascending(numbers)) {
    if (numbers.has(first - 1)) continue;
    let last = first;
    while (numbers.has(last + 1)) last++;
    ranges.push(first === last ? String(first) : `${first}-${last}`);
  }
  return ranges.join(',');
}

function ascending(numbers: ReadonlySet<number>): number[] {
  return [...numbers].sort((a, b) => a - b);
}

/** Every item that stands for some of the numbers and for no others. */
function itemsWithin(numbers: ReadonlySet<number>, size: number): Item[] {
  const items: Item[] = [];
  for (const first of ascending(numbers)) {
    items.push({ text: String(first), values: [first] });
    for (let step = 1; first + step < size; step++) {
      const values = [first];
      for (let value = first + step; numbers.has(value); value += step) {
        values.push(value);
        items.push({ text: textOf(first, value, step, size), values: [...values] });
      }
    }
  }
  return items;
}

function textOf(first: number, last: number, step: number, size: number): string {
  const all = first === 0 && last + step >= size;
  return `${all ? '*' : `${first}-${last}`}${step === 1 ? '' : `/${step}`}`;
}

/**
 * Takes, again and again, the item that costs the fewest characters for each number not yet written; of
 * equal ones that which says most, then the earliest.
 */
function pickItems(numbers: ReadonlySet<number>, items: readonly Item[]): string {
  const missing = new Set(numbers);
  const picked: Item[] = [];
  while (missing.size > 0) {
    const [best] = items
      .map((item) => ({ item, news: item.values.filter((value) => missing.has(value)).length }))
      .filter(({ news }) => news > 0)
      .sort((a, b) => (a.item.text.length + 1) / a.news - (b.item.text.length + 1) / b.news || b.news - a.news);
    if (best === undefined) break;
    picked.push(best.item);
    for (const value of best.item.values) missing.delete(value);
  }
  return picked
    .sort((a, b) => (a.values[0] as number) - (b.values[0] as number))
    .map(({ text }) => text)
    .join(',');
}
