import type { Amount } from '../core/amount.ts';
import type { RuleValues } from '../core/workbook-change.ts';
import { problem } from '../messages/problem.ts';
import { PennyrowError } from '../platform/errors.ts';
import { isFilled, type SheetRow } from './cell.ts';
import { HEADER_SEARCH_ROWS, headerKey, headerLine } from './headers.ts';

/** The headers of the Rules sheet; the first two must be there. */
const RULE_HEADERS = {
  description: 'Description',
  category: 'Category',
  minAmount: 'Min Amount',
  maxAmount: 'Max Amount',
} as const;

type RuleColumn = keyof typeof RULE_HEADERS;

const RULE_COLUMNS = Object.keys(RULE_HEADERS) as RuleColumn[];

/** Where new rules go. Columns count from 0, rows from 1. */
export interface RulesPlace {
  readonly headerRow: number;
  readonly columns: Readonly<Partial<Record<RuleColumn, number>>>;
  /** The last row with anything in one of the rules' columns, or under the header; the header's row when there is none. */
  readonly lastUsedRow: number;
}

/** Finds the place while it is shown the rows of the Rules sheet, top to bottom. */
export class RulesPlaceFinder {
  #place: RulesPlace | null = null;

  see(row: SheetRow): boolean {
    if (this.#place !== null) {
      const positions = Object.values(this.#place.columns);
      if (row.cells.some((cell) => positions.includes(cell.column) && (cell.isFormula || isFilled(cell))))
        this.#place = { ...this.#place, lastUsedRow: row.index };
      return true;
    }
    const { positions } = headerLine(row);
    const columns = Object.fromEntries(
      RULE_COLUMNS.flatMap((column) => {
        const [position] = positions.get(headerKey(RULE_HEADERS[column])) ?? [];
        return position === undefined ? [] : [[column, position]];
      }),
    ) as RulesPlace['columns'];
    if (columns.description !== undefined && columns.category !== undefined)
      this.#place = { headerRow: row.index, columns, lastUsedRow: row.index };
    return row.index < HEADER_SEARCH_ROWS || this.#place !== null;
  }

  /** Throws PennyrowError `workbook_rules_header` when a header is not there that one of the rules needs; `sheet` is the sheet's name. */
  end(sheet: string, rules: readonly RuleValues[]): RulesPlace {
    const place = this.#place;
    const wanted = RULE_COLUMNS.filter((column) => isNeeded(column) || rules.some((rule) => rule[column] !== null));
    const lost = wanted
      .filter((column) => place?.columns[column] === undefined)
      .map((column) => `“${RULE_HEADERS[column]}”`);
    if (place !== null && lost.length === 0) return place;
    throw new PennyrowError(problem('workbook_rules_header', { sheet, headers: lost }));
  }
}

/** The cells of a rule, left to right; an empty one is none. */
export function ruleCells(
  rule: RuleValues,
  { columns }: RulesPlace,
): { readonly position: number; readonly value: { readonly text: string } | { readonly amount: Amount } }[] {
  return RULE_COLUMNS.flatMap((column) => {
    const [position, value] = [columns[column], rule[column]];
    if (position === undefined || value === null) return [];
    return [
      {
        position,
        value: column === 'description' || column === 'category' ? { text: value } : { amount: value as Amount },
      },
    ];
  }).sort((a, b) => a.position - b.position);
}

export function rulesMissing(name: string): PennyrowError {
  return new PennyrowError(problem('workbook_rules_missing', { name }));
}

function isNeeded(column: RuleColumn): boolean {
  return column === 'description' || column === 'category';
}
