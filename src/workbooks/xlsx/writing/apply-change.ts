import { layoutWith, type Applied, type RulesSheet } from '../../../core/workbook-change.ts';
import { asBalanceRow } from '../../../core/balance-sheet.ts';
import { rememberAppended } from '../../remembered-columns.ts';
import { newRowNumbers } from '../../row-order.ts';
import { endsReader } from '../reading/snapshot-reader.ts';
import { type RowsEdit } from './plan-rows.ts';
import { replaceFile } from '../package/replace-file.ts';
import { changedMeanwhile } from '../../workbook.ts';
import { shiftsRows } from '../formulas/cell-reference.ts';
import type { Row } from '../../../core/row.ts';
import { verifyPackage, verifyFormulas, verifying, verifyWrite, type ReadBack } from './verify-write.ts';
import { isProtected } from '../package/workbook-errors.ts';
import { openZipPackage, type ZipPackage } from '../package/zip-package.ts';
import { writeZipPackage, type PartContent } from '../package/zip-writer.ts';
import type { NewBlock, StoredBlocks, WantsBlock } from '../../../platform/zip/zip-blocks.ts';
import { blocksWith, cutSheet } from '../package/sheet-blocks.ts';
import { rewriteSheet, type SheetVisitor } from '../package/sheet-rewriter.ts';

import { planChange, type ApplyChange } from './plan-change.ts';

/**
 * Writes a change atomically; see `Workbook.apply`. Also throws PennyrowError `workbook_protected`, `workbook_totals_row`,
 * `workbook_rows_fixed`, `workbook_full`, `workbook_rules_missing`, `workbook_rules_header`, `workbook_rules_changed`,
 * `workbook_rules_formula`, `workbook_cells_in_the_way`, `workbook_open_elsewhere`, or a file system error.
 */
export async function applyChange(apply: ApplyChange): Promise<Applied> {
  const { pkg, located, change, options } = apply;
  const { path } = pkg;
  const isUnchanged = async () => (await options.revisionOf(path)) === change.revision;
  try {
    if (!(await isUnchanged())) throw changedMeanwhile(path);
    const hasRowChanges = change.appends.length + change.updates.length + change.removals.length > 0;
    if (located.isProtected && hasRowChanges) throw isProtected(path, located.transactions.name);

    const plan = await planChange(apply, hasRowChanges);
    const { parts, rows, rules, balances, columns, lists, sheets, formulas } = plan;
    const changes = new Map<string, PartContent>(
      [...parts.changes].map(([name, text]) => [name, Buffer.from(text, 'utf8')]),
    );
    for (const part of new Set([...sheets.map(({ sheet }) => sheet.part), ...formulas.keys()])) {
      const { edit } = sheets.find(({ sheet }) => sheet.part === part) ?? {};
      // Edits formulas first, because `edit` renumbers rows.
      const edits = [formulas.get(part), edit].filter((each) => each !== undefined);
      changes.set(part, rewritePart(pkg, part, edits, options.signal));
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
            readBack = await verifyWrite(written, located, sheets, change.runId, options.signal);
            await verifyFormulas(written, formulas);
            await balances.verify(written);
            for (const { added } of lists) await added.verify(written);
            await verifyPackage(
              written,
              {
                path,
                located,
                parts: [...parts.changes.keys()],
                addedSheets: [change.balances?.newSheet ?? [], lists.map(({ list }) => list.name)].flat(),
                lastRow: hasRowChanges ? rows.lastRow : null,
              },
              options.signal,
            );
            if (rules !== null) {
              const source = { ...located, pkg: written, signal: options.signal };
              const { values, problems } = await endsReader(source).readRules(options.layout);
              rulesSheet = { rules: values, problems };
            }
            fingerprint = written.fingerprint;
          } finally {
            await written.close();
          }
          // Reads the revision before the rename, which does not change it. Later, another program could replace the file.
          revision = await options.revisionOf(temporaryPath);
        }),
      isUnchanged,
      backupFolder: options.backupFolder,
      clock: options.clock,
      signal: options.signal,
      step: options.step,
    });
    const written = readBack.get(located.transactions.part) ?? [];
    const isNew = ({ index }: Pick<Row, 'index'>, edit: RowsEdit | null, count: number): boolean =>
      edit !== null && index >= edit.firstNewRow && index < edit.firstNewRow + count;
    const appended = written.filter((row) => isNew(row, rows, change.appends.length));
    const appendedBalances = (readBack.get(balances.rows?.sheet.part ?? '') ?? []).filter((row) =>
      isNew(row, balances.rows, change.balances?.appends.length ?? 0),
    );
    // True if the caller need not read again. False, for example, if results of formulas were removed until a recalculation.
    const isPlain =
      (change.updates.length + change.removals.length === 0 || !formulas.has(located.transactions.part)) &&
      [rows, balances.rows].every((edit) => edit?.move == null || !shiftsRows(edit.move)) &&
      change.balances?.newSheet === undefined &&
      columns === null &&
      lists.length === 0 &&
      !parts.changes.has(located.parts.styles ?? '');
    return {
      revision,
      fingerprint,
      layout: layoutWith(
        balances.layoutAfter(rememberAppended(located.layout, appended), appendedBalances),
        change,
        lists.map(({ list, added }) => ({ ...list, id: added.sheetId })),
      ),
      appendedRows: newRowNumbers(located, change.appends.length),
      appended: isPlain ? appended : null,
      ...(isPlain && change.updates.length > 0 && { updated: written.filter((row) => !appended.includes(row)) }),
      refused: rows.refused,
      ...(isPlain && rulesSheet !== null && { rulesSheet }),
      ...(appendedBalances.length > 0 && { appendedBalances: appendedBalances.map(asBalanceRow) }),
      refusedBalances: balances.refused,
    };
  } finally {
    await pkg.close();
  }
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
