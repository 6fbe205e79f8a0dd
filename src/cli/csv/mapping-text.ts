import type { CsvDecision, CsvInspection, CsvReadLine } from '../../core/csv-mapping.ts';
import { numberColumn, paragraph, type Screen, table, transactionColumns } from '../output/table.ts';
import { csvSubjects } from '../../messages/shared-words.ts';
import { format, localize, text } from '../locale.ts';

export function inspectionText(screen: Screen, csv: CsvInspection): string {
  const parts = [
    csv.decisions.length === 0 ? '' : decisionTable(screen, csv),
    csv.questions.map((question) => paragraph(screen, '  ? ', localize(question.question).message)).join('\n'),
    csv.read.length === 0 ? linesText(screen, csv) : readTable(screen, csv.read, csv.transactions),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

function decisionTable(screen: Screen, { decisions, columns }: CsvInspection): string {
  const { column, csv } = text();
  const names = csvSubjects(text());
  return table<CsvDecision>(
    screen,
    [
      { title: column.what, cell: ({ about }) => names[about], whole: true },
      { title: csv.column.readAs, cell: (decision) => decidedText(decision, columns) },
      { title: csv.column.because, cell: ({ reason }) => localize(reason).message, style: () => 'dim' },
    ],
    decisions,
  );
}

function decidedText({ about, value }: CsvDecision, columns: CsvInspection['columns']): string {
  const { csv, csvFile } = text();
  const titleOf = (place: number): string => csvFile.columnTitle({ title: columns[place]?.title ?? String(place + 1) });
  switch (value.kind) {
    case 'columns': {
      const column = value.columns.map(titleOf).join(', ');
      if (about === 'fee') return csv.takenOff({ column });
      return about === 'currency' || about.startsWith('account') ? csvFile.inColumn({ column }) : column;
    }
    case 'two':
      return csv.outAndIn({ out: titleOf(value.out), into: titleOf(value.in) });
    case 'dateOrder':
      return format().dateOrder(value.order);
    case 'sign':
      return csvFile.signs[value.sign];
    case 'decimalMark':
      return csvFile.marks[value.mark];
    case 'currency':
      return value.code;
    case 'account':
      return value.name;
    case 'each-file':
      return csv.byOption({ names: value.names });
    case 'preamble':
      return csvFile.aboveTable;
  }
}

export function readTable(screen: Screen, lines: readonly CsvReadLine[], count: number): string {
  const { column, csv, parts, pending } = text();
  const more = count > lines.length ? `\n${parts.more({ count: count - lines.length })}` : '';
  return `${table<CsvReadLine>(
    screen,
    [
      numberColumn(parts.line, ({ line }) => String(line)),
      ...transactionColumns(),
      ...(lines.some(({ status }) => status === 'pending')
        ? [
            {
              title: column.status,
              cell: ({ status }: CsvReadLine) => (status === 'pending' ? pending : csv.posted),
            },
          ]
        : []),
    ],
    lines,
  )}${more}`;
}

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
      title: text().csvFile.columnTitle({ title: columns[place]?.title ?? '' }),
      cell: ({ cells }: { readonly cells: readonly string[] }) => cells[place] ?? '',
    })),
    (hasTitles ? rest : lines).slice(0, LINES_SHOWN),
  );
}

const LINES_SHOWN = 5;
