import type { Sections } from './compiled/sections.d.ts';

/** The type of the shared texts, taken from one of the sections that contain them. */
type Shared = Sections['desktop'];

/** For the beginning of a line, because shared texts begin in lower case to fit into the middle of a sentence. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const COUNTS = [
  'added',
  'updated',
  'removed',
  'rules',
  'balances',
  'additions',
  'possibleDuplicates',
  'alreadyThere',
  'elsewhere',
  'deleted',
  'kept',
  'leftFeed',
  'known',
] as const;

/** "3 added", "3 already there"; for a run without changes, one text that says so. */
export function countWords(
  counts: Readonly<Partial<Record<(typeof COUNTS)[number], number>>>,
  { counts: words, unchanged }: Shared['run'],
): string[] {
  const changes = COUNTS.flatMap((name) => {
    const count = counts[name] ?? 0;
    return count === 0 ? [] : [words[name]({ count })];
  });
  return changes.length === 0 ? [unchanged] : changes;
}

/** "Every 6 hours from 07:30" */
export function scheduleWords(start: string, periodMinutes: number, text: Shared['schedule']): string {
  const [hours, minutes] = [Math.floor(periodMinutes / 60), periodMinutes % 60];
  return text.is({ daily: hours === 24, hours, minutes, both: hours > 0 && minutes > 0, start });
}

/** Asks for the date column: the first question about a table without recognized columns. */
export const WHICH_DATE = {
  code: 'statement_csv_ask',
  params: { about: 'date', example: '', column: '', words: [] },
} as const;

/** The names of a CSV file's settings and of the roles of its columns. Roles that are also columns of the sheet have the same names. */
export function csvSubjects({ column, csvFile }: Pick<Shared, 'column' | 'csvFile'>) {
  return { ...column, id: column.transactionId, in: column.moneyIn, out: column.moneyOut, ...csvFile.subject };
}
