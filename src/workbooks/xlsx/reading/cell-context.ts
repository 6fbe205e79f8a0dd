import { amountFromNumber } from '../../../core/amount.ts';
import type { CellSense, Cell } from '../../cell.ts';
import { memoize } from '../../../core/memoize.ts';
import { SerialDates } from '../../serial-dates.ts';
import { cellText, decodeEscapes } from '../package/xml-edit.ts';
import { styleOf, type Styles, readStyles } from './styles.ts';
import { findParts, type WorkbookParts, scanPart } from '../package/workbook-parts.ts';
import type { ZipPackage } from '../package/zip-package.ts';
import { toEpochDay, type CalendarDate, type LocalDateTime } from '../../../core/calendar-date.ts';
import type { XmlVisitor } from '../../../platform/xml/xml-scanner.ts';
import type { XmlTag } from '../../../platform/xml/xml-tag.ts';
import { damaged } from '../package/workbook-errors.ts';

export interface CellContext extends CellSense<SheetCell> {
  readonly sharedStrings: SharedStrings;
  readonly styles: Styles;
}

export function cellContext(context: Pick<CellContext, 'sharedStrings' | 'styles' | 'dates'>): CellContext {
  return { ...context, shown: (cell) => shown(cell, context.styles, context.dates), keeps: cellText };
}

const numberText = memoize((number: number) => amountFromNumber(number)?.replace(/\.?0+$/, '') ?? null);

function shown(cell: SheetCell, styles: Styles, dates: SerialDates): string {
  if (cell.kind === 'number') return numberText(cell.number) ?? cell.text;
  const moment = dates.toDateTime(cell.number);
  return moment === null ? cell.text : styleOf(styles, cell.style).showDate(moment);
}

export interface WorkbookSource {
  readonly pkg: ZipPackage;
  readonly parts: WorkbookParts;
  readonly context: CellContext;
  readonly signal: AbortSignal | undefined;
}

/** Throws PennyrowError `workbook_not_xlsx` or `workbook_damaged`. */
export async function readSource(pkg: ZipPackage, signal: AbortSignal | undefined): Promise<WorkbookSource> {
  const parts = await findParts(pkg);
  const context = cellContext({
    styles: await readStyles(pkg, parts.styles),
    sharedStrings: await readSharedStrings(pkg, parts.sharedStrings, signal),
    dates: parts.date1904 ? FROM_1904 : FROM_1900,
  });
  return { pkg, parts, context, signal };
}

/** ECMA-376 part 1, 18.17.4.1: dates count from 1 = 1900-01-01, with a nonexistent 1900-02-29, or from 0 = 1904-01-01. */
export const FROM_1900 = new SerialDates({
  serialOf: (day) => {
    if (day < FIRST_DAY_1900) return null;
    const serial = day + EPOCH_1900;
    return serial > PHANTOM ? serial : serial - 1;
  },
  dayOf: (serial) => (serial < 1 || serial === PHANTOM ? null : (serial > PHANTOM ? serial : serial + 1) - EPOCH_1900),
});

export const FROM_1904 = new SerialDates({
  serialOf: (day) => (day < FIRST_DAY_1904 ? null : day + EPOCH_1904),
  dayOf: (serial) => (serial < 0 ? null : serial - EPOCH_1904),
});

/** Serials of 1970-01-01. */
const EPOCH_1900 = 25_569;
const EPOCH_1904 = 24_107;
/** The serial of the nonexistent 1900-02-29. Serials before it are one lower than `day + EPOCH_1900`. */
const PHANTOM = 60;
const FIRST_DAY_1900 = toEpochDay('1900-01-01' as CalendarDate);
const FIRST_DAY_1904 = toEpochDay('1904-01-01' as CalendarDate);

/** Converts a date that a cell stores as ISO 8601 text; null for anything else. */
export function isoToSerial(text: string, dates: SerialDates): number | null {
  const [date = '', time = ''] = text
    .trim()
    .replace(/(?:\.\d+)?Z?$/, '')
    .split('T');
  return dates.fromDateTime(`${date}T${time === '' ? '00:00:00' : time}` as LocalDateTime);
}

export interface SheetCell extends Cell {
  readonly style: number;
}

export const CELL_TYPES = ['s', 'n', 'inlineStr', 'str', 'b', 'e', 'd'] as const;

export type CellType = (typeof CELL_TYPES)[number];

interface StoredCell extends Pick<SheetCell, 'column' | 'isFormula' | 'style'> {
  /** The attribute `t`; "n" (number) if omitted. */
  readonly type: CellType;
  /** The text of <v>, or the joined runs of <is>. */
  readonly value: string;
  /** Empty if the formula is stored with another cell. */
  readonly formula: string;
}

/** Null if the workbook has no shared string with the index that the cell contains. */
export function decodeCell(
  { column, type, value, isFormula, formula, style }: StoredCell,
  context: CellContext,
): SheetCell | null {
  let kind: SheetCell['kind'] = 'text';
  let text = value;
  let number = Number.NaN;
  switch (type) {
    case 's': {
      const shared = context.sharedStrings[Number(value)];
      if (shared === undefined) return null;
      text = shared;
      break;
    }
    case 'inlineStr':
      break;
    case 'str':
      text = decodeEscapes(value);
      break;
    case 'b':
      kind = 'boolean';
      text = value === '1' || value === 'true' ? 'TRUE' : 'FALSE';
      break;
    case 'e':
      kind = 'error';
      break;
    case 'd':
      number = isoToSerial(value, context.dates) ?? Number.NaN;
      if (!Number.isNaN(number)) kind = 'date';
      break;
    case 'n':
      if (value !== '') number = Number(value);
      kind = kindOfNumber(value, number, style, context);
      break;
  }
  return { column, kind, number, text, isFormula, formula: isFormula ? formula : null, style };
}

function kindOfNumber(value: string, number: number, style: number, context: CellContext): SheetCell['kind'] {
  if (value === '') return 'empty';
  if (!Number.isFinite(number)) return 'error';
  return styleOf(context.styles, style).isDate ? 'date' : 'number';
}

type SharedStrings = readonly string[];

async function readSharedStrings(
  pkg: ZipPackage,
  part: string | null,
  signal: AbortSignal | undefined,
): Promise<SharedStrings> {
  if (part === null) return [];
  const strings: string[] = [];
  const current = new RichText();
  let isTable = false;
  const visitor: XmlVisitor = {
    get wantsText() {
      return current.wantsText;
    },
    open: (name, tag) => {
      if (name === 'sst') isTable = true;
      if (name === 'si') current.clear();
      else current.open(name, tag);
    },
    close: (name) => {
      if (name === 'si') strings.push(current.value());
      else current.close(name);
    },
    text: (text) => current.add(text),
  };
  await scanPart(pkg, part, visitor, { signal });
  if (!isTable) throw damaged(pkg.path, part);
  return strings;
}

/** Joins the parts of a text: a single <t>, or <r><t> for each differently formatted part. Excludes phonetic hints (<rPh>). */
export class RichText {
  wantsText = false;
  #value = '';
  #isPhonetic = false;

  clear(): void {
    this.#value = '';
    this.#isPhonetic = false;
  }

  value(): string {
    return decodeEscapes(this.#value);
  }

  open(name: string, tag: XmlTag): void {
    if (name === 'rPh') this.#isPhonetic = tag.kind === 'open';
    if (name === 't') this.wantsText = !this.#isPhonetic;
  }

  close(name: string): void {
    if (name === 'rPh') this.#isPhonetic = false;
    if (name === 't') this.wantsText = false;
  }

  add(text: string): void {
    this.#value += text;
  }
}
