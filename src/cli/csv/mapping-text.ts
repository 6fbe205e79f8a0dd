import type { CsvDecision, CsvInspection, CsvQuestion, CsvReadLine } from '../../core/csv-mapping.ts';
import { paragraph } from '../output/paragraph.ts';
import type { Screen } from '../output/screen.ts';
import { table } from '../output/table.ts';
import { plural } from '../output/words.ts';

/** What was found out, as it is called in front of people. */
export const SUBJECTS: Readonly<Record<CsvDecision['about'], string>> = {
  encoding: 'Letters',
  delimiter: 'Between cells',
  header: 'Titles',
  date: 'Date',
  dateOrder: 'Order of dates',
  amount: 'Amount',
  out: 'Money out',
  in: 'Money in',
  direction: 'Direction',
  sign: 'Sign',
  fee: 'Fees',
  decimalMark: 'Decimal mark',
  currency: 'Currency',
  description: 'Description',
  id: 'Id',
  status: 'Status',
  account: 'Account',
  accountNumber: 'Account number',
  accountColumn: 'Account',
};

/** What was decided, the open questions, and the first transactions as they would be read. */
export function inspectionText(screen: Screen, csv: CsvInspection): string {
  const parts = [
    csv.decisions.length === 0 ? '' : decisionTable(screen, csv.decisions),
    csv.questions.map((question) => paragraph(screen, '  ? ', questionInShort(question))).join('\n'),
    csv.read.length === 0 ? linesText(screen, csv) : readTable(screen, csv.read, csv.transactions),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

function questionInShort({ unclear }: CsvQuestion): string {
  return `It is not clear ${unclear.message}.`;
}

function decisionTable(screen: Screen, decisions: readonly CsvDecision[]): string {
  return table<CsvDecision>(
    screen,
    [
      { title: 'What', cell: ({ about }) => SUBJECTS[about], whole: true },
      { title: 'Read as', cell: ({ value }) => value },
      { title: 'Because', cell: ({ reason }) => reason.message, style: () => 'dim' },
    ],
    decisions,
  );
}

/** The first transactions, as they would come into the sheet. */
export function readTable(screen: Screen, lines: readonly CsvReadLine[], count: number): string {
  const more = count > lines.length ? `\n… and ${plural(count - lines.length, 'more transaction')}.` : '';
  return `${table<CsvReadLine>(
    screen,
    [
      { title: 'Line', cell: ({ line }) => String(line), align: 'right', whole: true },
      { title: 'Date', cell: ({ date }) => date, whole: true },
      { title: 'Amount', cell: ({ amount, currency }) => `${amount} ${currency}`, align: 'right', whole: true },
      { title: 'Description', cell: ({ description }) => description },
      { title: 'Account', cell: ({ account }) => account },
      ...(lines.some(({ status }) => status === 'pending')
        ? [{ title: 'Status', cell: ({ status }: CsvReadLine) => status }]
        : []),
    ],
    lines,
  )}${more}`;
}

/** The first lines of the file, as they stand there. */
export function linesText(screen: Screen, { lines, columns }: CsvInspection): string {
  const used = columns
    .map((_, place) => place)
    .filter((place) => lines.some(({ cells }) => (cells[place] ?? '').trim() !== ''));
  const [first, ...rest] = lines;
  const hasTitles =
    first !== undefined &&
    used.every((place) => (columns[place]?.title ?? '') === (first.cells[place] ?? '').trim().replace(/\s+/g, ' '));
  return table(
    screen,
    used.map((place) => ({
      title: columns[place]?.title ?? '',
      cell: ({ cells }: { readonly cells: readonly string[] }) => cells[place] ?? '',
    })),
    (hasTitles ? rest : lines).slice(0, LINES_SHOWN),
  );
}

const LINES_SHOWN = 5;
