import type { sheets_v4 } from '@googleapis/sheets';
import { shifted } from '../../formulas/rewrite.ts';
import { RequestProblem } from '../../google-error.ts';
import { isFormula, MAX_CELL_TEXT, type Cell, type CellFormat, type Content } from '../model.ts';

const VALUES = ['numberValue', 'stringValue', 'boolValue', 'formulaValue', 'errorValue'] as const;

/** Converts a value that a client sets; it must have only one kind. A stringValue stays text, even with a leading `=`. */
export function contentOf(value: sheets_v4.Schema$ExtendedValue | null | undefined): Content {
  const given = VALUES.filter((name) => value?.[name] != null);
  if (value == null || given.length === 0) return null;
  if (given.length > 1) throw new RequestProblem(`Only one of ${given.join(', ')} may be set in an ExtendedValue.`);
  if (value.errorValue != null) throw new RequestProblem('An errorValue is read-only and cannot be set.');
  const text = value.formulaValue ?? value.stringValue;
  if (text != null && text.length > MAX_CELL_TEXT)
    throw new RequestProblem(
      `Your input contains more than the maximum of ${MAX_CELL_TEXT} characters in a single cell.`,
    );
  if (value.formulaValue != null) {
    if (!value.formulaValue.startsWith('='))
      throw new RequestProblem(`A formulaValue must begin with '=': ${value.formulaValue}`);
    return { formula: value.formulaValue };
  }
  if (value.stringValue != null) return value.stringValue === '' ? null : value.stringValue;
  return value.numberValue ?? value.boolValue ?? null;
}

const formats = new Map<string, CellFormat>();

/** Returns the same object for equal formats: a sheet of a million cells has a handful of formats. */
export function formatOf(format: CellFormat | null): CellFormat | null {
  if (format === null || Object.keys(format).length === 0) return null;
  if (
    format.numberFormat != null &&
    (format.numberFormat.type == null || format.numberFormat.type === 'NUMBER_FORMAT_TYPE_UNSPECIFIED')
  )
    throw new RequestProblem('NumberFormat.type must be set.');
  const key = JSON.stringify(format);
  const shared = formats.get(key) ?? format;
  formats.set(key, shared);
  return shared;
}

/** The cell as if copied this many rows down and columns to the right. */
export function moveFormula(cell: Cell | undefined, rows: number, columns: number): Cell | undefined {
  return cell !== undefined && isFormula(cell.value)
    ? { ...cell, value: { formula: shifted(cell.value.formula, rows, columns) } }
    : cell;
}
