import type { Layout, RememberedSheet, Revision, Snapshot } from '../../core/snapshot.ts';
import type { Applied, WorkbookChange } from '../../core/workbook-change.ts';
import type { Clock } from '../../platform/clock.ts';
import { problem } from '../../messages/problem.ts';
import { PennyrowError } from '../../platform/errors.ts';
import { systemSleep, type Sleep } from '../../platform/sleep.ts';
import { sheetMissing } from '../missing-sheets.ts';
import { WorkbookChanged, type ApplyOptions, type ReadOptions, type SheetHead, type Workbook } from '../workbook.ts';
import type { GoogleApi } from './api/google-api.ts';
import type { KnownState } from './reading/located-spreadsheet.ts';
import { occupiedColumns, readSheet } from './reading/occupied-columns.ts';
import { readContent } from './reading/read-content.ts';
import { readHeads } from './reading/sheet-heads.ts';
import { applyChange } from './writing/write.ts';
import { identify } from './writing/identify.ts';
import { precheckWrite, type Precheck } from './writing/precheck.ts';
import { withTypedRows } from './writing/typed-meanwhile.ts';
import { changedMeanwhile } from './writing/write-errors.ts';

export interface GoogleWorkbookOptions {
  readonly api: GoogleApi;
  readonly spreadsheetId: string;
  readonly clock: Clock;
  readonly sleep?: Sleep;
}

/**
 * How long what was read needs no second look before rows are added to it: as long as reading and planning take for most
 * sheets, and less than a person takes to do something and expect it to count.
 */
const TRUST_MS = 10_000;

/** A Google spreadsheet as a workbook. Nothing is held open between calls. */
export function openGoogleWorkbook(options: GoogleWorkbookOptions): Workbook {
  return new GoogleWorkbook(options);
}

class GoogleWorkbook implements Workbook {
  readonly isRemote = true;
  readonly #options: GoogleWorkbookOptions;
  /** The content that was read last, kept while the caller holds its layout: a sync reads and writes soon after. */
  #known = new WeakMap<Layout, KnownState>();

  constructor(options: GoogleWorkbookOptions) {
    this.#options = options;
  }

  async revision(signal?: AbortSignal): Promise<Revision> {
    const { api, spreadsheetId } = this.#options;
    const { version, inBin } = await api.file(spreadsheetId, signal);
    if (inBin) throw inTheBin();
    return version as Revision;
  }

  /** The revision is asked for before the content, which so is at least as new. The content is of one moment: it comes in one answer. */
  async read({ remembered, known, current, asChosen, signal, progress }: ReadOptions): Promise<Snapshot> {
    signal?.throwIfAborted();
    const { api, spreadsheetId, clock } = this.#options;
    const revision = current ?? (await this.revision(signal));
    const checkedAt = clock.now();
    if (known?.revision === revision) {
      const snapshot = await known.load();
      this.#remember(snapshot, { revision, checkedAt, located: null });
      return snapshot;
    }
    const { snapshot: content, located } = await readContent({
      api,
      spreadsheetId,
      remembered,
      asChosen,
      signal,
      progress,
    });
    const snapshot: Snapshot = { ...content, revision };
    this.#remember(snapshot, { revision, checkedAt, located });
    return snapshot;
  }

  async apply(change: WorkbookChange, { layout, signal, step }: ApplyOptions): Promise<Applied> {
    signal?.throwIfAborted();
    const { api, spreadsheetId, clock, sleep = systemSleep } = this.#options;
    const known = this.#known.get(layout) ?? (await this.#readFor(layout, signal));
    if (known.revision !== change.revision) throw changedMeanwhile();
    const age = clock.now() - known.checkedAt;
    const seen = age < 0 || age >= TRUST_MS ? await this.#recheck(known, change, signal) : null;
    return applyChange({ api, spreadsheetId, known, seen, change, sleep, signal, step });
  }

  /**
   * Where new rows go, and whether the plan still holds. Drive's version would tell neither: it moves with each key that a
   * person presses anywhere in the spreadsheet, and minutes late.
   */
  async #recheck(known: KnownState, change: WorkbookChange, signal: AbortSignal | undefined): Promise<Precheck> {
    const { api, spreadsheetId, clock } = this.#options;
    const seen = await precheckWrite(api, spreadsheetId, known, change, signal);
    const now = seen.isWritten || known.isReplanned ? null : withTypedRows(known, seen);
    if (now === null) return seen;
    this.#remember(now, { revision: known.revision, checkedAt: clock.now(), located: seen.located, isReplanned: true });
    throw new WorkbookChanged(now);
  }

  #remember(
    snapshot: Snapshot,
    {
      isReplanned = false,
      ...state
    }: Pick<KnownState, 'revision' | 'checkedAt' | 'located'> & { readonly isReplanned?: boolean },
  ): void {
    const { layout, rows, markers } = snapshot;
    this.#known.set(layout, { ...state, isReplanned, snapshot, layout, rows, markers });
  }

  async heads(signal?: AbortSignal): Promise<readonly SheetHead[]> {
    const { api, spreadsheetId } = this.#options;
    return readHeads(api, spreadsheetId, signal);
  }

  async occupiedColumns({ name, id }: RememberedSheet, signal?: AbortSignal): Promise<ReadonlySet<number>> {
    const { api, spreadsheetId } = this.#options;
    const sheet = await readSheet(api, spreadsheetId, Number(id), signal);
    if (sheet === null) throw sheetMissing(name, name);
    return occupiedColumns(sheet);
  }

  async identify(layout: Layout, signal?: AbortSignal): Promise<void> {
    const { api, spreadsheetId } = this.#options;
    await identify(api, spreadsheetId, layout, signal);
  }

  async close(): Promise<void> {
    this.#known = new WeakMap();
  }

  async #readFor(layout: Layout, signal: AbortSignal | undefined): Promise<KnownState> {
    const snapshot = await this.read({ remembered: layout, ...(signal === undefined ? {} : { signal }) });
    const known = this.#known.get(snapshot.layout);
    if (known === undefined) throw changedMeanwhile();
    return known;
  }
}

function inTheBin(): PennyrowError {
  return new PennyrowError(problem('workbook_missing', { reason: 'bin', name: null }));
}
