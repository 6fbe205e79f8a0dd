import { oneLine } from '../../core/one-line.ts';
import { styleText, stripVTControlCharacters } from 'node:util';
import stringWidth from 'string-width';
import { format, text } from '../locale.ts';

export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => string;
  readonly align?: 'right';
  /** Set for columns that are never truncated, because users copy from them. */
  readonly whole?: true;
  readonly style?: (row: Row) => Style | null;
}

const GAP = '  ';
const MIN_WIDTH = 6;

/** Aligns the columns under their titles. On a narrow terminal, truncates the widest columns until the table fits. */
export function table<Row>(screen: Screen, columns: readonly Column<Row>[], rows: readonly Row[]): string {
  // Replaces control characters, which a bank's text could contain, so that they do not control the terminal.
  const cells = rows.map((row) => columns.map((column) => oneLine(column.cell(row))));
  // Not `Math.max(...)`: a long table has more rows than a call may have arguments.
  const natural = columns.map(({ title }, place) =>
    cells.reduce((widest, line) => Math.max(widest, textWidth(line[place] ?? '')), textWidth(title)),
  );
  const widths = fitColumns(columns, natural, screen.width - GAP.length * (columns.length - 1));
  const line = (texts: readonly string[], paint: (text: string, place: number) => string): string =>
    texts
      .map((text, place) => {
        const width = widths[place] ?? 0;
        const padded = padText(fitText(text, width), width, columns[place]?.align ?? 'left');
        return paint(place === texts.length - 1 ? padded.trimEnd() : padded, place);
      })
      .join(GAP)
      .trimEnd();
  const heading = line(
    columns.map(({ title }) => title),
    (text) => screen.paint('dim', text),
  );
  const body = rows.map((row, number) =>
    line(cells[number] ?? [], (text, place) => {
      const style = columns[place]?.style?.(row) ?? null;
      return style === null ? text : screen.paint(style, text);
    }),
  );
  return [heading, ...body].join('\n');
}

function fitColumns(
  columns: readonly { readonly whole?: true }[],
  natural: readonly number[],
  available: number,
): readonly number[] {
  const widths = [...natural];
  for (let excess = widths.reduce((sum, width) => sum + width, 0) - available; excess > 0; excess -= 1) {
    const flexible = widths.map((width, place) => (columns[place]?.whole === true ? 0 : width));
    const widest = Math.max(...flexible);
    if (widest <= MIN_WIDTH) break;
    widths[flexible.indexOf(widest)] = widest - 1;
  }
  return widths;
}

export type Style = 'bold' | 'dim' | 'green' | 'yellow' | 'red';

export interface Screen {
  /** The width in columns; Infinity for a pipe or a file. */
  readonly width: number;
  /** Adds color codes only for a terminal, and not if NO_COLOR is set. */
  paint(style: Style, text: string): string;
}

export function screenOf(stream: NodeJS.WriteStream): Screen {
  return {
    // Some terminals report 0 columns, which here counts as unlimited.
    width: (stream.isTTY && stream.columns) || Infinity,
    paint: (style, text) => styleText(style, text, { stream }),
  };
}

/** Texts whose characters are all one column wide, as most texts are. */
const NARROW = /^[\u{20}-\u{7E}\u{A0}-\u{AC}\u{AE}-\u{2FF}\u{2010}-\u{2027}\u{202F}-\u{205F}\u{20A0}-\u{20C0}]*$/u;

/** The width in columns, ignoring color codes. Only unusual characters load the slow Unicode tables of string-width. */
export function textWidth(text: string): number {
  const shown = text.includes('\u{1b}') ? stripVTControlCharacters(text) : text;
  return NARROW.test(shown) ? shown.length : stringWidth(shown);
}

/** The masked end of an account number, such as "••4321", which distinguishes accounts. */
const LAST_DIGITS = /\s*••\S+$/;

/** Truncates the text to `width` columns with "…". Keeps the masked end of an account number. */
export function fitText(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  const [digits = ''] = LAST_DIGITS.exec(text) ?? [];
  if (digits !== '' && textWidth(digits) < width)
    return fitText(text.slice(0, -digits.length), width - textWidth(digits)) + digits;
  if (digits !== '' && textWidth(digits.trim()) <= width) return digits.trim();
  let beginning = '';
  let used = 1;
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)) {
    used += textWidth(segment);
    if (used > width) break;
    beginning += segment;
  }
  return `${beginning}…`;
}

/** Wraps between words. Longer words, such as paths, stay whole. */
function wrapText(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const line = lines.at(-1);
    if (line !== undefined && textWidth(line) + 1 + textWidth(word) <= width)
      lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}

export function padText(text: string, width: number, align: 'left' | 'right'): string {
  const spaces = ' '.repeat(Math.max(0, width - textWidth(text)));
  return align === 'left' ? text + spaces : spaces + text;
}

export function facts(pairs: readonly (readonly [label: string, value: string])[], indent = ''): string[] {
  const width = Math.max(...pairs.map(([label]) => textWidth(label)));
  return pairs.map(([label, value]) => `${indent}${padText(label, width, 'left')}  ${value}`);
}

export function paragraph({ width }: Pick<Screen, 'width'>, mark: string, text: string): string {
  const indent = textWidth(mark);
  // Replaces control characters, because the text may quote a bank or a file.
  return mark + wrapText(oneLine(text), width - indent).join(`\n${' '.repeat(indent)}`);
}

export function dayCell(day: string): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(day) ? format().day(day) : day;
}

type ListedTransaction = Readonly<Record<'date' | 'amount' | 'currency' | 'description' | 'account', string>>;

export function transactionColumns(): readonly Column<ListedTransaction>[] {
  const { column } = text();
  return [
    { title: column.date, cell: ({ date }) => dayCell(date), whole: true },
    amountColumn(),
    { title: column.description, cell: ({ description }) => description },
    { title: column.account, cell: ({ account }) => account },
  ];
}

export function amountColumn(): Column<{ readonly amount: string; readonly currency: string }> {
  return numberColumn(text().column.amount, ({ amount, currency }) => moneyCell(amount, currency));
}

export function numberColumn<Row>(title: string, cell: (row: Row) => string): Column<Row> {
  return { title, cell, align: 'right', whole: true };
}

export function moneyCell(amount: string, currency: string): string {
  return /^-?\d+(?:\.\d+)?$/.test(amount) ? format().money(amount, currency) : `${amount} ${currency}`.trim();
}
