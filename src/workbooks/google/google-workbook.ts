import {
  occupiedColumns,
  readSheet,
  requestStructure,
  requestCells,
  type SpreadsheetCall,
} from './reading/read-answer.ts';
import { columnRequests, sheetTag, tagRemoval } from './writing/identity.ts';
import type { Layout, RememberedSheet, Revision, Snapshot } from '../../core/snapshot.ts';
import type { Applied, WorkbookChange } from '../../core/workbook-change.ts';
import type { Clock } from '../../platform/clock.ts';
import { createError } from '../../platform/errors.ts';
import type { Sleep } from '../../platform/sleep.ts';
import { sheetMissing } from '../problem-list.ts';
import {
  changedMeanwhile,
  WorkbookChanged,
  type ApplyOptions,
  type ReadOptions,
  type SheetHead,
  type Workbook,
} from '../workbook.ts';
import type { GoogleApi } from './api/create-google-api.ts';
import type { BaseState } from './reading/located-spreadsheet.ts';
import { readContent } from './reading/read-content.ts';
import { applyChange } from './writing/write.ts';
import { precheckWrite, type Precheck } from './writing/precheck.ts';
import { positionsOf } from '../columns.ts';
import { HEAD_COLUMNS, HEAD_ROWS, headLine } from '../headers.ts';
import { GOOGLE_SENSE } from './reading/google-cell.ts';
import { rowsOf } from './reading/grid-block.ts';
import { type SheetStructure, hasRole } from './reading/structure.ts';
import { sheetIdOf } from './reading/content-request.ts';
import { COLUMNS, type Row } from '../../core/row.ts';
import { RowCollector, readsAs } from '../row-collector.ts';
import { footerRow } from './reading/rows.ts';

export interface GoogleWorkbookOptions {
  readonly api: GoogleApi;
  readonly spreadsheetId: string;
  readonly clock: Clock;
  readonly sleep: Sleep;
}

/** A write this soon after the read needs no new check, because users do not expect a sync to include so recent edits. */
const TRUST_MS = 10_000;

export class GoogleWorkbook implements Workbook {
  readonly isRemote = true;
  readonly #options: GoogleWorkbookOptions;
  /** The content that was read with each layout, kept for the write while the caller holds the layout. */
  #states = new WeakMap<Layout, BaseState>();

  constructor(options: GoogleWorkbookOptions) {
    this.#options = options;
  }

  async revision(signal?: AbortSignal): Promise<Revision> {
    const { api, spreadsheetId } = this.#options;
    const { version, isTrashed } = await api.file(spreadsheetId, signal);
    if (isTrashed) throw createError('workbook_missing', { reason: 'bin', name: null });
    return version as Revision;
  }

  /** Requests the revision before the content, so the content is at least as new. */
  async read({ remembered, known, current, asChosen, signal, progress }: ReadOptions): Promise<Snapshot> {
    signal?.throwIfAborted();
    const revision = current ?? (await this.revision(signal));
    const checkedAt = this.#options.clock.now();
    if (known?.revision === revision) {
      const snapshot = await known.load();
      this.#remember({ snapshot, revision, checkedAt, located: null, isReplanned: false });
      return snapshot;
    }
    const call = { ...this.#callWith(signal), progress };
    const { snapshot: content, located } = await readContent(call, remembered, asChosen === true);
    const snapshot: Snapshot = { ...content, revision };
    this.#remember({ snapshot, revision, checkedAt, located, isReplanned: false });
    return snapshot;
  }

  async apply(change: WorkbookChange, { layout, signal, step }: ApplyOptions): Promise<Applied> {
    signal?.throwIfAborted();
    const { clock, sleep } = this.#options;
    const base = this.#states.get(layout) ?? (await this.#readFor(layout, signal));
    if (base.revision !== change.revision) throw changedMeanwhile(null);
    const age = clock.now() - base.checkedAt;
    const seen = age < 0 || age >= TRUST_MS ? await this.#recheck(base, change, signal) : null;
    return applyChange({ ...this.#callWith(signal), base, seen, change, sleep, step });
  }

  /** Drive's version cannot replace this check: it changes with every edit anywhere in the file, and minutes late. */
  async #recheck(base: BaseState, change: WorkbookChange, signal: AbortSignal | undefined): Promise<Precheck> {
    const seen = await precheckWrite(this.#callWith(signal), base, change);
    const now = seen.isWritten || base.isReplanned ? null : withTypedRows(base, seen);
    if (now === null) return seen;
    const { revision } = base;
    const checkedAt = this.#options.clock.now();
    this.#remember({ snapshot: now, revision, checkedAt, located: seen.located, isReplanned: true });
    throw new WorkbookChanged(now);
  }

  #remember(state: BaseState): void {
    this.#states.set(state.snapshot.layout, state);
  }

  #callWith(signal: AbortSignal | undefined): SpreadsheetCall {
    const { api, spreadsheetId } = this.#options;
    return { api, spreadsheetId, signal };
  }

  async heads(signal?: AbortSignal, whole?: string): Promise<readonly SheetHead[]> {
    const call = this.#callWith(signal);
    const structure = await requestStructure(call);
    const grids = structure.sheets.filter(({ isGrid }) => isGrid).slice(0, SHEETS_READ);
    if (grids.length === 0) return [];
    const topOf = ({ sheetId, title, rowCount, columnCount }: SheetStructure) => ({
      sheetId,
      startRowIndex: 0,
      endRowIndex: title === whole ? rowCount : Math.min(HEAD_ROWS, rowCount),
      startColumnIndex: 0,
      endColumnIndex: Math.min(HEAD_COLUMNS, columnCount),
    });
    const filters = grids.map((sheet) => ({ gridRange: topOf(sheet) }));
    const { sheets } = await requestCells(call, filters);
    return grids.map(({ sheetId, title }) => {
      const blocks = sheets.find((sheet) => sheet.sheetId === sheetId)?.blocks ?? [];
      const lines = [...rowsOf(blocks)].map((row) => headLine(row, GOOGLE_SENSE));
      return { name: title, id: String(sheetId), lines: lines.filter(({ cells }) => cells.length > 0) };
    });
  }

  async occupiedColumns({ name, id }: RememberedSheet, signal?: AbortSignal): Promise<ReadonlySet<number>> {
    const sheet = await readSheet(this.#callWith(signal), Number(id));
    if (sheet === null) throw sheetMissing(name, name);
    return occupiedColumns(sheet);
  }

  /** Marks the sheet and the columns that the user chose. Idempotent. Throws PennyrowError `workbook_sheet_missing`. */
  async identify(layout: Layout, signal?: AbortSignal): Promise<void> {
    const call = this.#callWith(signal);
    const sheetId = sheetIdOf(layout, 'transactions');
    const structure = await requestStructure(call);
    const sheet = structure.sheets.find((candidate) => candidate.sheetId === sheetId);
    if (sheet === undefined || sheetId === null)
      throw sheetMissing(`"${structure.title}"`, layout.sheets.transactions?.name ?? '');
    const answer = await requestCells(call, [{ gridRange: { sheetId, startRowIndex: 0, endRowIndex: 1 } }]);
    const columnTags = answer.sheets.find((candidate) => candidate.sheetId === sheetId)?.columnTags ?? [];
    const columns = positionsOf(layout.columns);
    const unchosen = columnTags.filter(({ column }) => columns[column] === undefined);
    const strays = structure.sheets
      .filter((other) => other !== sheet)
      .flatMap(({ roles }) => roles.filter(({ role }) => role === 'transactions'));
    const requests = [
      ...[...unchosen, ...strays].map(({ metadataId }) => tagRemoval(metadataId)),
      ...(hasRole(sheet, 'transactions') ? [] : [sheetTag(sheetId, 'transactions')]),
      ...columnRequests({ transactions: { ...sheet, columnTags }, columns }),
    ];
    if (requests.length > 0) await call.api.write(call.spreadsheetId, { requests }, 'spreadsheetId', signal);
  }

  async close(): Promise<void> {
    this.#states = new WeakMap();
  }

  async #readFor(layout: Layout, signal: AbortSignal | undefined): Promise<BaseState> {
    const snapshot = await this.read({ remembered: layout, ...(signal === undefined ? {} : { signal }) });
    const base = this.#states.get(snapshot.layout);
    if (base === undefined) throw changedMeanwhile(null);
    return base;
  }
}

const SHEETS_READ = 30;

/** The snapshot with rows typed below the last row since the read, which may duplicate transactions of the change. Null if none. */
function withTypedRows({ snapshot, located: earlier }: BaseState, { located, rows }: Precheck): Snapshot | null {
  const { transactions, headerRow } = located;
  const last = earlier?.lastUsedRow ?? snapshot.rows.at(-1)?.index ?? headerRow;
  const collector = new RowCollector(GOOGLE_SENSE, located);
  const footer = footerRow(transactions, headerRow);
  for (const row of rows.values()) if (row.index > last && row.index !== footer) collector.add(row);
  const before = snapshot.rows.filter(({ index }) => index > last);
  const isAsItWas = (found: Row, place: number): boolean => {
    const row = before[place];
    return row?.index === found.index && COLUMNS.every((column) => readsAs(found, row, column));
  };
  if (collector.rows.length === before.length && collector.rows.every(isAsItWas)) return null;
  return {
    ...snapshot,
    layout: { ...snapshot.layout },
    rows: [...snapshot.rows.filter(({ index }) => index <= last), ...collector.rows],
    problems: [
      ...snapshot.problems.filter(({ sheet, row }) => sheet !== 'transactions' || row === null || row <= last),
      ...collector.problems.all(),
    ],
  };
}
