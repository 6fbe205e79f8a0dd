import { amountToNumber, type Amount } from '../core/amount.ts';
import { isSameRule } from '../core/rule-edits.ts';
import { nameIn } from '../core/local-names.ts';
import type { RuleEdit, RuleValues } from '../core/workbook-change.ts';
import { createError } from '../platform/errors.ts';
import { amountOf, isFilled, textOf, type Cell, type CellSense, type SheetRow } from './cell.ts';
import { columnName, columnsComputed } from './computed-columns.ts';
import { HEADER_SEARCH_ROWS, headerLine, positionOf } from './headers.ts';
import { cellOfRow } from './row-cells.ts';

/** The English, German and French name of each column. */
export const RULE_HEADERS = {
  description: ['Description', 'Beschreibung', 'Description contient'],
  category: ['Category', 'Kategorie', 'Catégorie'],
  minAmount: ['Min Amount', 'Mindestbetrag', 'Montant min.'],
  maxAmount: ['Max Amount', 'Höchstbetrag', 'Montant max.'],
  account: ['Account', 'Konto', 'Compte'],
  renameTo: ['Rename to', 'Umbenennen in', 'Renommer en'],
} as const;

type RuleColumn = keyof typeof RULE_HEADERS;

const RULE_COLUMNS = Object.keys(RULE_HEADERS) as RuleColumn[];

const REQUIRED: ReadonlySet<RuleColumn> = new Set(['description', 'category']);

/** The place of new rules. Columns count from 0, rows from 1. */
export interface RulesPlace {
  readonly headerRow: number;
  readonly columns: Readonly<Partial<Record<RuleColumn, number>>>;
  /** The last row with anything in one of the rules' columns; the header row if there is none. */
  readonly lastUsedRow: number;
  readonly headers: ReadonlyMap<number, string>;
}

export class RulesPlaceFinder {
  place: RulesPlace | null = null;

  see(row: SheetRow): boolean {
    if (this.place !== null) {
      const positions = Object.values(this.place.columns);
      if (row.cells.some((cell) => positions.includes(cell.column) && isInUse(cell)))
        this.place = { ...this.place, lastUsedRow: row.index };
      return true;
    }
    const { positions, texts } = headerLine(row);
    const columns = Object.fromEntries(
      RULE_COLUMNS.flatMap((column) => {
        const position = positionOf(positions, RULE_HEADERS[column]);
        return position === undefined ? [] : [[column, position]];
      }),
    ) as RulesPlace['columns'];
    if (columns.description !== undefined && columns.category !== undefined)
      this.place = { headerRow: row.index, columns, lastUsedRow: row.index, headers: texts };
    return row.index < HEADER_SEARCH_ROWS || this.place !== null;
  }

  /** Throws PennyrowError `workbook_rules_header` if a header that a rule needs is missing. `sheet` is the sheet's name. */
  end(sheet: string, rules: readonly RuleValues[]): RulesPlace {
    const place = this.place;
    const isNeeded = (column: RuleColumn): boolean => rules.some((rule) => (rule[column] ?? null) !== null);
    const needed = RULE_COLUMNS.filter((column) => isNeeded(column) || REQUIRED.has(column));
    const missingHeaders = needed
      .filter((column) => place?.columns[column] === undefined)
      .map((column) => `“${nameIn(sheet, RULE_HEADERS[column])}”`);
    if (place !== null && missingHeaders.length === 0) return place;
    throw createError('workbook_rules_header', { sheet, headers: missingHeaders });
  }
}

export interface RuleCell {
  readonly position: number;
  readonly value: string | number | null;
}

export function ruleCells(rule: RuleValues, { columns }: RulesPlace): RuleCell[] {
  return RULE_COLUMNS.flatMap((column) => {
    const [position, value] = [columns[column], cellValue(rule, column)];
    return position === undefined || value === null ? [] : [{ position, value }];
  }).sort((a, b) => a.position - b.position);
}

function cellValue(rule: RuleValues | null, column: RuleColumn): RuleCell['value'] {
  const value = rule?.[column] ?? null;
  return value !== null && (column === 'minAmount' || column === 'maxAmount') ? amountToNumber(value as Amount) : value;
}

/** Throws PennyrowError `workbook_rules_changed` if the line changed, `workbook_rules_formula` if a formula is in the way. */
export function ruleEditCells<C extends Cell>(
  { row, from, to }: RuleEdit,
  line: SheetRow<C> | undefined,
  place: RulesPlace,
  sense: CellSense<C>,
): RuleCell[] {
  if (!isAsPlanned(from, line, place, sense))
    throw createError('workbook_rules_changed', { description: from?.description ?? null });
  // Also refuses a formula with the right value if the description changes: the user wrote it for the previous rule.
  const isOther = from?.description !== to?.description;
  return RULE_COLUMNS.flatMap((column) => {
    const position = place.columns[column];
    const isSame = (from?.[column] ?? null) === (to?.[column] ?? null);
    if (cellOfRow(line, position)?.isFormula === true && (!isSame || isOther))
      throw createError('workbook_rules_formula', { row, column: place.headers.get(position ?? -1) ?? '' });
    return position === undefined || isSame ? [] : [{ position, value: cellValue(to, column) }];
  }).sort((a, b) => a.position - b.position);
}

function isAsPlanned<C extends Cell>(
  from: RuleValues | null,
  line: SheetRow<C> | undefined,
  place: RulesPlace,
  sense: CellSense<C>,
): boolean {
  if (from === null) return !Object.values(place.columns).some((position) => isInUse(cellOfRow(line, position)));
  const { values, isReadable } = readRule(line, place, sense);
  return isReadable && isSameRule(values, from);
}

function isInUse(cell: Cell | undefined): boolean {
  return cell?.isFormula === true || isFilled(cell);
}

/** `isReadable` is false if the minimum or maximum is not an amount. */
export function readRule<C extends Cell>(
  line: SheetRow<C> | undefined,
  { columns }: RulesPlace,
  sense: CellSense<C>,
): { readonly values: RuleValues; readonly isReadable: boolean } {
  const textIn = (column: RuleColumn): string => textOf(cellOfRow(line, columns[column]), sense).trim();
  const bounds = [columns.minAmount, columns.maxAmount].map((position) => cellOfRow(line, position));
  const [minAmount = null, maxAmount = null] = bounds.map((cell) => (isFilled(cell) ? amountOf(cell) : null));
  const [account, renameTo] = [textIn('account'), textIn('renameTo')];
  const more = { ...(account !== '' && { account }), ...(renameTo !== '' && { renameTo }) };
  return {
    values: { description: textIn('description'), category: textIn('category'), minAmount, maxAmount, ...more },
    isReadable: bounds.every((cell) => !isFilled(cell) || amountOf(cell) !== null),
  };
}

/** Throws PennyrowError `workbook_column_computed` if an array formula fills one of the written columns. */
export function refuseComputedRules(
  sheet: string,
  { headers }: RulesPlace,
  computed: ReadonlySet<number>,
  written: readonly number[],
): void {
  const filled = written.filter((position) => computed.has(position));
  if (filled.length === 0) return;
  throw columnsComputed(
    sheet,
    filled.map((position) => columnName(headers.get(position) ?? '', position)),
  );
}
