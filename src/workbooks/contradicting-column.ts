import { parseAmount } from '../core/amount.ts';
import type { Row } from '../core/row.ts';
import { columnsShowing, shows, type SheetColumn } from '../core/sheet-columns.ts';
import type { Snapshot } from '../core/snapshot.ts';
import { createError } from '../platform/errors.ts';

interface Contradiction {
  readonly column: 'transactionId' | 'date' | 'amount' | 'currency' | 'description' | 'category' | 'notes';
  readonly texts: readonly string[];
}

type Check = readonly [
  column: Contradiction['column'],
  textOf: (row: Row) => string,
  isOther: (text: string, row: Row) => boolean,
  share: number,
];

const SHOWN = 3;

/** Throws PennyrowError `workbook_column_content` if the content of a chosen column does not fit. */
export function requireFittingColumns({ rows, layout }: Pick<Snapshot, 'rows' | 'layout'>): void {
  const found = contradictionIn(rows, layout.columns);
  if (found === null) return;
  const { column, texts } = found;
  throw createError('workbook_column_content', {
    header: columnsShowing(column, layout.columns)
      .map((place) => layout.columns[place]?.header ?? '')
      .join(' / '),
    texts: texts.map((text) => `“${shortened(text)}”`),
    use: column === 'description' || column === 'category' || column === 'notes' ? 'other' : column,
  });
}

export function contradictionIn(
  rows: readonly Row[],
  columns: Readonly<Partial<Record<SheetColumn, unknown>>>,
): Contradiction | null {
  const checks: readonly Check[] = [
    ['transactionId', (row) => row.transactionId, isNoId(), 0.2],
    ['date', (row) => row.dateText, (text, row) => row.date === null && !looksLikeDay(text), 0.5],
    ['amount', (row) => row.amountText, (text, row) => row.amount === null && !looksLikeAmount(text), 0.5],
    ['currency', (row) => row.currency, (text) => text.length > 5 || /\d/.test(text), 0.5],
    ['description', (row) => row.description, isDecimal, 0.5],
    ['category', (row) => row.category, isDecimal, 0.5],
    ['notes', (row) => row.notes, isDecimal, 0.5],
  ];
  for (const [column, textOf, isOther, share] of checks) {
    if (!shows(columns, column)) continue;
    const filledRows = rows.filter((row) => textOf(row).trim() !== '');
    const others = filledRows.filter((row) => isOther(textOf(row).trim(), row));
    if (others.length > filledRows.length * share)
      return { column, texts: [...new Set(others.map((row) => textOf(row).trim()))].slice(0, SHOWN) };
  }
  return null;
}

/** True for text that cannot be an id: repeated, with blanks, short without a digit, or a decimal number. */
function isNoId(): (text: string) => boolean {
  const seen = new Set<string>();
  return (text) => {
    const isRepeated = seen.has(text);
    seen.add(text);
    return isRepeated || /\s/.test(text) || !(/\d/.test(text) || text.length >= 16) || /^[-+]?\d+[.,]\d+$/.test(text);
  };
}

/** True for several numbers with separators, such as 5.1., 2026-01-05 and 5 Jan 2026. */
function looksLikeDay(text: string): boolean {
  return /\d\D+\d/.test(text) && !/^[-+]?[\d'., ]+$/.test(text.replace(/^\d{1,2}\.\d{1,2}\.(?:\d{2,4})?$/, 'day'));
}

function looksLikeAmount(text: string): boolean {
  const words = text.replaceAll(/[\p{Sc}\s]|\b[A-Z]{3}\b|\b(?:CR|DR)\b/gu, '');
  return /\d/.test(words) && /^[-+−()]*[\d.,'’]+[-+−()]*$/.test(words) && !/^\d{1,2}[.]\d{1,2}[.]\d{2,4}$/.test(words);
}

function shortened(text: string): string {
  return text.length > 40 ? `${text.slice(0, 39).toWellFormed()}…` : text;
}

function isDecimal(text: string): boolean {
  return parseAmount(text) !== null && /[.,]\d/.test(text);
}
