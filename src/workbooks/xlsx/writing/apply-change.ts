import {
  layoutWith,
  type AddedSheet as List,
  type Applied,
  type RulesSheet,
  type WorkbookChange,
} from '../../../core/workbook-change.ts';
import { asBalanceRow } from '../../../core/balance-sheet.ts';
import type { Layout, Revision } from '../../../core/snapshot.ts';
import type { Clock } from '../../../platform/clock.ts';
import { toPennyrowError } from '../../../platform/errors.ts';
import { rememberAppended } from '../../remembered-columns.ts';
import { resizeTable } from './data-tables.ts';
import type { FormulaEdit } from '../formulas/sheet-formulas.ts';
import type { LocatedWorkbook } from '../reading/located-workbook.ts';
import { readRules } from '../reading/snapshot-reader.ts';
import { addMarker } from '../package/marker.ts';
import { planBalances } from './new-balances.ts';
import { planColumns } from './new-columns.ts';
import { addList, type AddedSheet } from './new-sheet.ts';
import { planRules, type RulesEdit } from './new-rules.ts';
import { planRows, type RowsEdit } from './plan-rows.ts';
import { planFormulas } from './plan-formulas.ts';
import { changedMeanwhile, replaceFile } from '../package/replace-file.ts';
import { moveDefinedNames } from '../formulas/sheet-ranges.ts';
import { readTextPart, type TextParts } from '../package/text-part.ts';
import { verifyPackage } from './verify-package.ts';
import { verifyFormulas, verifying, verifyWrite, type ReadBack, type WrittenSheet } from './verify-write.ts';
import { isProtected } from '../package/workbook-errors.ts';
import { openZipPackage, type ZipPackage } from '../package/zip-package.ts';
import { writeZipPackage, type PartContent } from '../package/zip-writer.ts';
import { prefixOf, setAttribute, splice, tagsOf } from '../package/xml-tags.ts';
import type { NewBlock, StoredBlocks, WantsBlock } from '../../../platform/zip/zip-blocks.ts';
import { blocksWith, cutSheet } from '../package/sheet-blocks.ts';
import { rewriteSheet, type SheetVisitor } from '../package/sheet-rewriter.ts';

export interface ApplyChange {
  readonly path: string;
  /** Open at the version that `located` describes. Closed on return, because some systems cannot replace an open file. */
  readonly pkg: ZipPackage;
  readonly located: LocatedWorkbook;
  readonly change: WorkbookChange;
  readonly options: ApplyChangeOptions;
}

export interface ApplyChangeOptions {
  readonly layout: Layout;
  readonly backupFolder: string;
  readonly clock: Clock;
  readonly revisionOf: (path: string) => Promise<Revision>;
  readonly signal?: AbortSignal | undefined;
  readonly step?: ((name: string) => void) | undefined;
}

/**
 * Writes a change atomically; see `Workbook.apply`. Also throws PennyrowError `workbook_protected`, `workbook_totals_row`,
 * `workbook_lines_below`, `workbook_full`, `workbook_rules_missing`, `workbook_rules_header`, `workbook_rules_changed`,
 * `workbook_rules_formula`, `workbook_cells_in_the_way`, `workbook_open_elsewhere`, or a file system error.
 */
export async function applyChange(apply: ApplyChange): Promise<Applied> {
  const { path, pkg, located, change, options } = apply;
  const isUnchanged = async () => (await options.revisionOf(path)) === change.revision;
  try {
    if (!(await isUnchanged())) throw changedMeanwhile(path);
    const hasRowChanges = change.appends.length + change.updates.length + change.removals.length > 0;
    if (located.isProtected && hasRowChanges) throw isProtected(path, located.transactions.name);

    const parts: TextParts = new Map();
    const rows = await planRows({ path, pkg, located, change, signal: options.signal }, parts);
    const rules = await planRules(path, pkg, located, options.layout, change);
    const balances = await planBalances({ path, pkg, located, change, signal: options.signal }, parts);
    const columns = await planColumns({ path, pkg, located, change, signal: options.signal }, parts);
    const lists: { readonly list: List; readonly added: AddedSheet }[] = [];
    for (const list of change.additions?.sheets ?? [])
      lists.push({ list, added: await addList({ path, pkg, located }, list, parts) });
    const changesOthers =
      rules !== null || change.balances !== undefined || columns !== null || change.additions !== undefined;
    await planOtherParts(apply, [rows, ...(balances.rows === null ? [] : [balances.rows])], rules, parts);
    const sheets: WrittenSheet[] = [
      ...(columns !== null && columns.rowCount > 0
        ? [{ part: located.transactions.part, edit: columns, rows: null }]
        : hasRowChanges || !changesOthers
          ? [writtenRows(rows)]
          : []),
      ...(rules === null ? [] : [{ part: rules.sheet.part, edit: rules.edit, rows: null }]),
      ...(balances.rows === null ? [] : [writtenRows(balances.rows)]),
    ];
    const changes = new Map<string, PartContent>([...parts].map(([name, text]) => [name, Buffer.from(text, 'utf8')]));
    const formulas =
      hasRowChanges || rules !== null || balances.rows !== null || columns !== null
        ? await formulasOf(apply, rows, rules, balances.rows)
        : new Map<string, FormulaEdit>();
    for (const part of new Set([...sheets.map((sheet) => sheet.part), ...formulas.keys()])) {
      const edits = [sheets.find((sheet) => sheet.part === part)?.edit, formulas.get(part)];
      changes.set(
        part,
        rewritePart(
          pkg,
          part,
          edits.filter((edit) => edit !== undefined),
          options.signal,
        ),
      );
    }

    let readBack: ReadBack = new Map();
    let revision = change.revision;
    let fingerprint = '';
    let rulesSheet: RulesSheet | null = null;
    await replaceFile({
      path,
      write: (temporaryPath, mode) => writeZipPackage(pkg, changes, temporaryPath, mode),
      verify: (temporaryPath) =>
        verifying(async () => {
          await pkg.close();
          const written = await openZipPackage(temporaryPath);
          try {
            readBack = await verifyWrite(written, pkg, located, sheets, change.runId, options.signal);
            await verifyFormulas(written, pkg, formulas);
            await balances.verify(written);
            for (const { added } of lists) await added.verify(written);
            await verifyPackage(
              written,
              {
                path,
                located,
                parts: [...parts.keys()],
                addedSheets: [change.balances?.newSheet ?? [], lists.map(({ list }) => list.name)].flat(),
                lastRow: hasRowChanges && change.removals.length === 0 ? rows.lastRow : null,
              },
              options.signal,
            );
            if (rules !== null) {
              const { values, problems } = await readRules({
                ...located,
                pkg: written,
                remembered: options.layout,
                signal: options.signal,
              });
              rulesSheet = { rules: values, problems };
            }
            fingerprint = written.fingerprint;
          } finally {
            await written.close();
          }
          // Renaming keeps the revision. A later look might find another program's version.
          revision = await options.revisionOf(temporaryPath);
        }),
      isUnchanged,
      backupFolder: options.backupFolder,
      clock: options.clock,
      signal: options.signal,
      step: options.step,
    });
    const written = readBack.get(located.transactions.part) ?? [];
    const appended = written.filter(({ index }) => index > located.lastUsedRow);
    const appendedBalances = (readBack.get(balances.rows?.rows.transactions.part ?? '') ?? []).filter(
      ({ index }) => index > (balances.rows?.rows.lastUsedRow ?? 0),
    );
    // Formulas that depend on a changed cell have no results yet.
    const isPlain =
      (change.updates.length + change.removals.length === 0 || !formulas.has(located.transactions.part)) &&
      change.balances?.newSheet === undefined &&
      columns === null &&
      lists.length === 0 &&
      !parts.has(located.parts.styles ?? '');
    return {
      revision,
      fingerprint,
      layout: layoutWith(
        balances.layoutAfter(rememberAppended(located.layout, appended), appendedBalances),
        change,
        lists.map(({ list, added }) => ({ ...list, id: added.sheetId })),
      ),
      appendedRows: change.appends.map((_, index) => located.lastUsedRow + 1 + index),
      appended: isPlain ? appended : null,
      ...(isPlain &&
        change.updates.length > 0 && { updated: written.filter(({ index }) => index <= located.lastUsedRow) }),
      refused: rows.refused,
      ...(isPlain && rulesSheet !== null && { rulesSheet }),
      ...(appendedBalances.length > 0 && { appendedBalances: appendedBalances.map(asBalanceRow) }),
      refusedBalances: balances.refused,
    };
  } finally {
    await pkg.close();
  }
}

function writtenRows({ rows, edit }: RowsEdit): WrittenSheet {
  return { part: rows.transactions.part, edit, rows };
}

async function formulasOf(
  { pkg, located, change, options }: ApplyChange,
  rows: RowsEdit,
  rules: RulesEdit | null,
  balances: RowsEdit | null,
): Promise<ReadonlyMap<string, FormulaEdit>> {
  const moves = [rows, balances].flatMap((each) =>
    each?.move == null ? [] : [{ sheet: each.rows.transactions.name.toLowerCase(), move: each.move }],
  );
  if (rules?.move != null) moves.push({ sheet: rules.sheet.name.toLowerCase(), move: rules.move });
  const otherSheets = [
    ...(rules === null ? [] : [rules.sheet.name]),
    ...(balances === null ? [] : [balances.rows.transactions.name]),
  ];
  return planFormulas({ pkg, located, change, moves, otherSheets, signal: options.signal }).catch((thrown: unknown) => {
    throw toPennyrowError(thrown);
  });
}

async function planOtherParts(
  { pkg, located, change }: ApplyChange,
  rows: readonly RowsEdit[],
  rules: RulesEdit | null,
  parts: TextParts,
): Promise<void> {
  const { workbook } = located.parts;
  const text = await readTextPart(pkg, workbook, parts);
  const lists = [
    ...rows.map(({ rows: { transactions }, move, tables }) => ({ sheet: transactions, move, tables })),
    ...(rules === null ? [] : [rules]),
  ];
  const moved = lists.reduce(
    (names, { sheet, move }) => (move === null ? names : moveDefinedNames(names, sheet.name, move)),
    text,
  );
  const recalculated = recalculateOnOpen(moved);
  if (recalculated !== text) parts.set(workbook, recalculated);
  for (const { tables, move } of lists) if (move !== null) for (const table of tables) resizeTable(table, move, parts);
  await addMarker(pkg, change.runId, parts);
}

/** Elements that may precede `calcPr` (ECMA-376 part 1, 18.2.27), in schema order. */
const BEFORE_CALCULATION = new Set(['sheets', 'functionGroups', 'externalReferences', 'definedNames']);

/** Stored results are outdated; `text` is the workbook part. Excel obeys; LibreOffice follows its own setting. */
export function recalculateOnOpen(text: string): string {
  const tags = [...tagsOf(text)];
  const present = tags.find(({ local, kind }) => local === 'calcPr' && kind !== 'close');
  if (present !== undefined) return splice(text, [setAttribute(text, present, 'fullCalcOnLoad', '1')]);
  const last = tags.findLast(({ local, kind }) => BEFORE_CALCULATION.has(local) && kind !== 'open');
  if (last === undefined) return text;
  return splice(text, [{ start: last.end, end: last.end, text: `<${prefixOf(last.name)}calcPr fullCalcOnLoad="1"/>` }]);
}

function rewritePart(
  pkg: ZipPackage,
  part: string,
  edits: readonly SheetVisitor[],
  signal: AbortSignal | undefined,
): AsyncGenerator<NewBlock | StoredBlocks, void, void> {
  const touched = blocksWith((rows) => edits.some((edit) => edit.touches?.(rows) ?? true));
  return cutSheet(edits.reduce(rewriteSheet, pieces(pkg, part, touched, signal)));
}

async function* pieces(
  pkg: ZipPackage,
  part: string,
  wants: WantsBlock,
  signal: AbortSignal | undefined,
): AsyncGenerator<Buffer | StoredBlocks, void, void> {
  for await (const piece of pkg.pieces(part, wants)) {
    signal?.throwIfAborted();
    yield piece;
  }
}
