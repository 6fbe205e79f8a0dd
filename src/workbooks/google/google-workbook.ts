import type { Layout, Revision, Snapshot } from '../../core/snapshot.ts';
import type { Applied, WorkbookChange } from '../../core/workbook-change.ts';
import type { Clock } from '../../platform/clock.ts';
import { PennyrowError } from '../../platform/errors.ts';
import { systemSleep, type Sleep } from '../../platform/sleep.ts';
import type { ApplyOptions, ReadOptions, SheetHead, Workbook } from '../workbook.ts';
import type { GoogleApi } from './google-api.ts';
import type { KnownState } from './located-spreadsheet.ts';
import { readContent } from './reading/read-content.ts';
import { readHeads } from './reading/sheet-heads.ts';
import { applyChange } from './writing/apply-change.ts';
import { identify } from './writing/identify.ts';
import { changedMeanwhile } from './writing/write-errors.ts';

export interface GoogleWorkbookOptions {
  readonly api: GoogleApi;
  readonly spreadsheetId: string;
  readonly clock: Clock;
  readonly sleep?: Sleep;
}

/**
 * How long what was read needs no second look before rows are added to it: as long as reading and planning take for a
 * large sheet, and less than a person takes to do something and expect it to count.
 */
const TRUST_MS = 10_000;

/** A Google spreadsheet as a workbook. Nothing is held open between calls. */
export function openGoogleWorkbook(options: GoogleWorkbookOptions): Workbook {
  return new GoogleWorkbook(options);
}

class GoogleWorkbook implements Workbook {
  readonly isRemote = true;
  readonly #options: GoogleWorkbookOptions;
  /** What was read, for as long as the caller holds its layout: a sync reads and soon writes. */
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

  /** The revision is asked for before the content, which so is at least as new. */
  async read({ remembered, known, current, asChosen, signal, progress }: ReadOptions): Promise<Snapshot> {
    signal?.throwIfAborted();
    const { api, spreadsheetId, clock } = this.#options;
    const revision = current ?? (await this.revision(signal));
    const checkedAt = clock.now();
    if (known?.revision === revision) {
      const snapshot = await known.load();
      const { layout, rows, markers } = snapshot;
      this.#known.set(layout, { revision, checkedAt, layout, rows, markers, located: null });
      return snapshot;
    }
    const { snapshot, located } = await readContent({ api, spreadsheetId, remembered, asChosen, signal, progress });
    const { layout, rows, markers } = snapshot;
    this.#known.set(layout, { revision, checkedAt, layout, rows, markers, located });
    return { ...snapshot, revision };
  }

  async apply(change: WorkbookChange, { layout, signal, step }: ApplyOptions): Promise<Applied> {
    signal?.throwIfAborted();
    const { api, spreadsheetId, clock, sleep = systemSleep } = this.#options;
    const known = this.#known.get(layout) ?? (await this.#readFor(layout, signal));
    if (known.revision !== change.revision) throw changedMeanwhile();
    const age = clock.now() - known.checkedAt;
    if ((age < 0 || age >= TRUST_MS) && (await this.revision(signal)) !== change.revision) throw changedMeanwhile();
    return applyChange({ api, spreadsheetId, known, change, sleep, signal, step });
  }

  async heads(signal?: AbortSignal): Promise<readonly SheetHead[]> {
    const { api, spreadsheetId } = this.#options;
    return readHeads(api, spreadsheetId, signal);
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
  return new PennyrowError('workbook_missing', 'The spreadsheet is in the bin of Google Drive.', 'Take it out of the bin, or connect another one.');
}
