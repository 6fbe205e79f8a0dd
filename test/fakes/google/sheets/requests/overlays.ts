import { RequestProblem } from '../../google-error.ts';
import { pathsOf, withPaths } from '../../masks.ts';
import { areaOf, gridRangeOf, overlaps } from '../ranges.ts';
import { tableById } from '../tables.ts';
import type { GridRange, SheetState } from '../model.ts';
import { changedFields, required, type Change, type Handlers } from './request.ts';

export const overlayRequests: Handlers = {
  setBasicFilter({ filter }, change) {
    const range = rangeOf(filter?.range, change);
    sheetOf(range, change).basicFilter = { ...filter, range };
    return undefined;
  },

  clearBasicFilter({ sheetId }, change) {
    sheetOf({ sheetId: sheetId ?? 0 }, change).basicFilter = null;
    return undefined;
  },

  addTable({ table }, change) {
    const range = rangeOf(table?.range, change);
    const sheet = sheetOf(range, change);
    const area = areaOf(change.state, range);
    const name = required(table?.name, 'table.name');
    if (area.bottom - area.top < 2)
      throw new RequestProblem('A table needs a header row and at least one row below it.');
    if (change.state.sheets.some(({ tables }) => tables.some((other) => other.name === name)))
      throw new RequestProblem(`A table with the name ${name} already exists.`);
    if (sheet.tables.some((other) => other.range != null && overlaps(other.range, area)))
      throw new RequestProblem('Tables cannot overlap.');
    if (table?.columnProperties != null) throw new RequestProblem('Columns of tables are not in the fake.', 501);
    const made = { ...table, tableId: table?.tableId ?? String(change.newId()), name, range };
    if (change.state.sheets.some(({ tables }) => tables.some(({ tableId }) => tableId === made.tableId)))
      throw new RequestProblem(`A table with id ${made.tableId} already exists.`);
    sheet.tables = [...sheet.tables, made];
    return { addTable: { table: { ...made, range: gridRangeOf(range) } } };
  },

  updateTable({ table, fields }, { state }) {
    const { sheet, table: before } = tableById(state, required(table?.tableId, 'table.tableId'));
    const after = withPaths(
      before,
      table ?? {},
      pathsOf(changedFields(fields, 'Table', ['tableId', 'columnProperties']), ['name', 'range', 'rowsProperties']),
    );
    areaOf(state, required(after.range, 'table.range'));
    sheet.tables = sheet.tables.map((candidate) => (candidate === before ? after : candidate));
    return undefined;
  },

  addProtectedRange({ protectedRange }, change) {
    const given = required(protectedRange, 'protectedRange');
    if (given.namedRangeId != null || given.tableId != null)
      throw new RequestProblem('Protection by name or table is not in the fake.', 501);
    if (given.unprotectedRanges != null) throw new RequestProblem('Unprotected ranges are not in the fake.', 501);
    const range = rangeOf(given.range, change);
    const sheet = sheetOf(range, change);
    const protectedRangeId = given.protectedRangeId ?? change.newId();
    if (
      change.state.sheets.some(({ protectedRanges }) =>
        protectedRanges.some((other) => other.protectedRangeId === protectedRangeId),
      )
    )
      throw new RequestProblem(`A protected range with id ${protectedRangeId} already exists.`);
    // The user who protects a range is always one of its editors.
    const users = [...new Set([...(given.editors?.users ?? []), change.actor.email])];
    const { requestingUserCanEdit: _requestingUserCanEdit, ...rest } = given;
    const made = {
      ...rest,
      range,
      protectedRangeId,
      ...(given.warningOnly !== true && { editors: { ...given.editors, users } }),
    };
    sheet.protectedRanges = [...sheet.protectedRanges, made];
    return {
      addProtectedRange: { protectedRange: { ...made, range: gridRangeOf(range), requestingUserCanEdit: true } },
    };
  },

  addNamedRange({ namedRange }, change) {
    const name = required(namedRange?.name, 'namedRange.name');
    if (!/^[A-Za-z_]\w{0,249}$/.test(name) || /^([A-Za-z]{1,3}\d+|true|false)$/i.test(name))
      throw new RequestProblem(`Invalid name for a range: ${name}`);
    if (change.state.namedRanges.some((other) => other.name === name))
      throw new RequestProblem(`A named range with the name ${name} already exists.`);
    const made = {
      namedRangeId: namedRange?.namedRangeId ?? String(change.newId()),
      name,
      range: rangeOf(namedRange?.range, change),
    };
    change.state.namedRanges = [...change.state.namedRanges, made];
    return { addNamedRange: { namedRange: { ...made, range: gridRangeOf(made.range) } } };
  },

  updateNamedRange({ namedRange, fields }, change) {
    const { state } = change;
    const before = state.namedRanges.find(({ namedRangeId }) => namedRangeId === namedRange?.namedRangeId);
    if (before === undefined) throw new RequestProblem(`No named range with id: ${namedRange?.namedRangeId}`);
    const paths = pathsOf(changedFields(fields, 'NamedRange', ['namedRangeId']), ['name', 'range']);
    const changed = withPaths(before, namedRange ?? {}, paths);
    const after = { ...changed, range: rangeOf(changed.range, change) };
    state.namedRanges = state.namedRanges.map((each) => (each === before ? after : each));
    return undefined;
  },

  addBanding({ bandedRange }, change) {
    const range = rangeOf(bandedRange?.range, change);
    const sheet = sheetOf(range, change);
    const area = areaOf(change.state, range);
    if (sheet.bandedRanges.some((other) => other.range != null && overlaps(other.range, area)))
      throw new RequestProblem(
        'You cannot add alternating background colors to a range that already has alternating background colors.',
      );
    const made = { ...bandedRange, range, bandedRangeId: bandedRange?.bandedRangeId ?? change.newId() };
    sheet.bandedRanges = [...sheet.bandedRanges, made];
    return { addBanding: { bandedRange: { ...made, range: gridRangeOf(range) } } };
  },

  addConditionalFormatRule({ rule, index }, change) {
    const ranges = (rule?.ranges ?? []).map((range) => rangeOf(range, change));
    const [first] = ranges;
    if (first === undefined) throw new RequestProblem('rule.ranges is required.');
    if ((rule?.booleanRule == null) === (rule?.gradientRule == null))
      throw new RequestProblem('Exactly one of booleanRule and gradientRule must be set.');
    const sheet = sheetOf(first, change);
    sheet.conditionalFormats = sheet.conditionalFormats.toSpliced(index ?? 0, 0, { ...rule, ranges });
    return undefined;
  },
};

/** The range, after checking that it is inside the grid. */
function rangeOf(range: GridRange | null | undefined, { state }: Change): GridRange {
  areaOf(state, required(range, 'range'));
  return { sheetId: 0, ...range };
}

function sheetOf(range: GridRange, { state }: Change): SheetState {
  return areaOf(state, { sheetId: range.sheetId ?? 0 }).sheet;
}
