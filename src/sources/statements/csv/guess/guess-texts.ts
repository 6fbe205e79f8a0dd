import { oneLine } from '../../../../core/one-line.ts';
import type { CsvStatusColumn } from '../../../../core/csv-mapping.ts';
import { columnsOf, type CsvColumn } from '../table/csv-columns.ts';
import { isIban } from '../../iban.ts';
import { statusOf } from '../values/csv-status.ts';
import { clean, type CsvTable } from '../table/csv-table.ts';
import { these, type Findings } from './findings.ts';
import { choiceOf } from './unclear.ts';

const MOST_TEXTS = 4;

/** In so few lines one party may stand in all of them. */
const FEW_LINES = 5;

/** The columns that tell whom and what for, the payee first. A choice that loses nothing: all cells are kept beside the row. */
export function guessDescription(findings: Findings, taken: ReadonlySet<number>): number[] {
  const { answers, columns } = findings;
  if (answers.description !== undefined) {
    const given = answers.description.map((wanted) => findings.column(wanted));
    findings.given('description', these(...given));
    return given.map(({ place }) => place);
  }
  const hasRows = findings.sample.rows.length > 0;
  const free = columns.filter(
    ({ place, dates, filled }) => !taken.has(place) && dates <= filled / 2 && (filled > 0 || !hasRows),
  );
  const payees = columnsOf(free, 'payee');
  const memos = columnsOf(free, 'memo');
  const kinds = payees.length + memos.length === 0 ? columnsOf(free, 'kind') : [];
  // Where no title names the other party, it stands in one of the texts.
  const others = [...(payees.length > 0 ? [] : free.filter(({ role }) => role === null)), ...kinds]
    .filter(isText)
    .toSorted((a, b) => lengthOf(b) - lengthOf(a));
  const titled = [...payees, ...memos].slice(0, MOST_TEXTS);
  const only = free.find(({ values, role }) => role === null && values.some((value) => /\p{L}{3}/u.test(value)));
  if (others.length + titled.length === 0 && only !== undefined) others.push(only);
  const texts = [...others.slice(0, MOST_TEXTS - Math.min(2, titled.length)), ...titled].slice(0, MOST_TEXTS);
  if (texts.length > 0)
    findings.decide('description', these(...texts), titled.length > 0 ? 'titles' : 'longest', 'chosen');
  return texts.map(({ place }) => place);
}

/** Words, and not the same ones in every line. */
function isText({ filled, numbers, values }: CsvColumn): boolean {
  const isConstant = values.length === 1 && filled > FEW_LINES;
  return (
    numbers < filled / 2 && !isConstant && values.some((value) => /\p{L}{3}/u.test(value)) && !values.every(isIban)
  );
}

function lengthOf({ values }: CsvColumn): number {
  return values.reduce((sum, value) => sum + value.length, 0) / Math.max(values.length, 1);
}

/** The text that stands in every line, now in this column and now in that one; in small letters. */
export function guessOwnName({ sample }: Findings, description: readonly number[]): string | null {
  if (sample.rows.length < 3) return null;
  const texts = sample.rows.map((row) => description.map((place) => clean(row[place]).toLowerCase()));
  const candidates = new Set(texts[0]?.filter((text) => text !== ''));
  for (const name of candidates) {
    const places = texts.map((line) => line.indexOf(name));
    if (!places.includes(-1) && new Set(places).size > 1) return name;
  }
  return null;
}

/** The bank's word for the kind of transaction. */
export function guessKind({ columns }: Findings, taken: ReadonlySet<number>): number | null {
  return columnsOf(columns, 'kind').find(({ place }) => !taken.has(place))?.place ?? null;
}

/** A column of ids, only when every line has one of its own. */
export function guessId(findings: Findings): number | null {
  const { answers, columns, table } = findings;
  if (answers.id === 'none') return null;
  if (answers.id !== undefined) return findings.column(answers.id).place;
  const found = columnsOf(columns, 'id').find((column) => isUnique(table, column));
  if (found === undefined) return null;
  findings.decide('id', these(found), 'uniqueIds');
  return found.place;
}

/** Lines that are only counted from 1 begin at 1 again in the next file. */
function isUnique(table: CsvTable, { place, filled, values }: CsvColumn): boolean {
  if (filled < 2 || values.includes('1') || values.includes('0')) return false;
  const seen = new Set<string>();
  let count = 0;
  for (let index = table.first; index < table.rows.length; index += 1) {
    const id = clean(table.rows[index]?.[place]);
    if (id === '') continue;
    count += 1;
    seen.add(id);
  }
  return seen.size === count && count >= filled;
}

/** The column that tells pending from booked; undefined when it has a word that only a person can explain. */
export function guessStatus(findings: Findings): CsvStatusColumn | null | undefined {
  const { answers, columns } = findings;
  if (answers.status === 'none') return null;
  if (answers.status !== undefined) {
    const given = findings.column(answers.status);
    findings.given('status', these(given));
    return {
      column: given.place,
      posted: given.values.filter((value) => statusOf(value) === null).map((value) => value.toLowerCase()),
    };
  }
  // Below "Info" stands anything; below "Status" one word of a few.
  const found = columnsOf(columns, 'status').find(
    ({ filled, title, values }) =>
      filled > 0 && (title.toLowerCase() !== 'info' || values.every((value) => statusOf(value) !== null)),
  );
  if (found === undefined) return null;
  const unknown = found.values.filter((value) => statusOf(value) === null);
  if (unknown.length === 0) {
    findings.decide('status', these(found), 'knownWords');
    return { column: found.place, posted: [] };
  }
  const shown = unknown.slice(0, 5).map((word) => `“${oneLine(word, 30)}”`);
  findings.ask('status', { column: found.title, words: shown }, [
    choiceOf(found.title, { choice: 'moved' }),
    choiceOf('none', { choice: 'noStatus' }),
  ]);
  return undefined;
}
