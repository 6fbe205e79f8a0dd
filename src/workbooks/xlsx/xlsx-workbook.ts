import { stat } from 'node:fs/promises';
import type { Layout, RememberedSheet, Revision, Snapshot } from '../../core/snapshot.ts';
import type { Applied, WorkbookChange } from '../../core/workbook-change.ts';
import type { Clock } from '../../platform/clock.ts';
import { problem } from '../../messages/problem.ts';
import { PennyrowError } from '../../platform/errors.ts';
import type { ApplyOptions, Fingerprint, ReadOptions, SheetHead, Workbook } from '../workbook.ts';
import type { LocatedWorkbook } from './reading/located-workbook.ts';
import { changedMeanwhile } from './package/replace-file.ts';
import type { ReadSnapshotOptions } from './reading/snapshot-reader.ts';
import { notXlsx } from './package/workbook-errors.ts';
import { completeWrite } from './package/write-in-place.ts';
import type { ZipPackage } from './package/zip-package.ts';

// The revision is asked for all the time and needs next to nothing; what reads and writes is loaded when it is needed.
const loadWriter = async () => ({
  ...(await import('./reading/locate-workbook.ts')),
  ...(await import('./writing/apply-change.ts')),
});

export interface XlsxWorkbookOptions {
  /** A folder for the earlier versions of this workbook alone. */
  readonly backupFolder: string;
  readonly clock: Clock;
}

/**
 * A local .xlsx file as a workbook. Nothing is held open between calls. Beside the errors of reading and
 * writing, every call throws PennyrowError `workbook_missing` when there is no file at `path`.
 */
export function openXlsxWorkbook(path: string, options: XlsxWorkbookOptions): Workbook {
  return new XlsxWorkbook(path, options);
}

class XlsxWorkbook implements Workbook {
  readonly isRemote = false;
  readonly #path: string;
  readonly #options: XlsxWorkbookOptions;
  /**
   * Where things stand in what was read, for as long as the caller holds its layout: a sync reads and soon writes, and need
   * not look twice, but between syncs a large workbook's texts do not stay in memory.
   */
  #located = new WeakMap<Layout, { readonly revision: Revision; readonly located: LocatedWorkbook }>();

  constructor(path: string, options: XlsxWorkbookOptions) {
    this.#path = path;
    this.#options = options;
  }

  async revision(): Promise<Revision> {
    await completeWrite(this.#path);
    return revisionOf(this.#path);
  }

  async read(options: ReadOptions): Promise<Snapshot> {
    const first = await this.#readOnce(options);
    const snapshot = first ?? (await this.#readOnce(options));
    if (snapshot === null) throw busy(this.#path);
    return snapshot;
  }

  async apply(change: WorkbookChange, { layout, signal, step }: ApplyOptions): Promise<Applied> {
    if ((await this.revision()) !== change.revision) throw changedMeanwhile(this.#path);
    const known = this.#located.get(layout);
    const { applyChange, locateWorkbook } = await loadWriter();
    return this.#withPackage(async (pkg) =>
      applyChange({
        path: this.#path,
        pkg,
        located: known?.revision === change.revision ? known.located : await locateWorkbook(pkg, layout, signal),
        change,
        options: { ...this.#options, layout, revisionOf, signal, step },
      }),
    );
  }

  async heads(signal?: AbortSignal): Promise<readonly SheetHead[]> {
    await this.revision();
    const { readHeads } = await import('./reading/sheet-heads.ts');
    return this.#withPackage((pkg) => readHeads(pkg, signal));
  }

  async occupiedColumns(sheet: RememberedSheet, signal?: AbortSignal): Promise<ReadonlySet<number>> {
    await this.revision();
    const { readOccupied } = await import('./reading/sheet-heads.ts');
    return this.#withPackage((pkg) => readOccupied(pkg, sheet, signal));
  }

  /** A file has no place for it that other programs keep; the layout alone remembers it. */
  async identify(): Promise<void> {}

  /** By the directory at the end of the package, which has a checksum of each part: most programs change one by saving alone. */
  async fingerprint(): Promise<Fingerprint | null> {
    const revision = await this.revision();
    const text = await this.#withPackage(async ({ fingerprint }) => fingerprint);
    return (await this.revision()) === revision ? { revision, text } : null;
  }

  async close(): Promise<void> {
    this.#located = new WeakMap();
  }

  /** Null when another program wrote to the file meanwhile; what went wrong then is no news about the file. */
  async #readOnce({ remembered, signal, progress }: ReadOptions): Promise<Snapshot | null> {
    const revision = await this.revision();
    try {
      const { snapshot, located, markers, fingerprint } = await this.#readPackage(remembered, { signal, progress });
      if ((await this.revision()) !== revision) return null;
      this.#located.set(located.layout, { revision, located });
      return { ...snapshot, revision, fingerprint, markers };
    } catch (error) {
      if (signal?.aborted !== true && (await this.revision()) !== revision) return null;
      throw error;
    }
  }

  async #readPackage(remembered: Layout | null, options: ReadSnapshotOptions) {
    const [{ readMarkers }, { readSnapshot }] = await Promise.all([
      import('./package/marker.ts'),
      import('./reading/snapshot-reader.ts'),
    ]);
    return this.#withPackage(async (pkg) => ({
      ...(await readSnapshot(pkg, remembered, options)),
      markers: await readMarkers(pkg),
      fingerprint: pkg.fingerprint,
    }));
  }

  async #withPackage<Result>(work: (pkg: ZipPackage) => Promise<Result>): Promise<Result> {
    const { openZipPackage } = await import('./package/zip-package.ts');
    const pkg = await openZipPackage(this.#path);
    try {
      return await work(pkg);
    } finally {
      await pkg.close();
    }
  }
}

/**
 * Programs save by writing in place (size and time change) or by replacing the file (its number changes);
 * equal text means the same content as surely as a file system can tell without reading.
 */
async function revisionOf(path: string): Promise<Revision> {
  const stats = await stat(path, { bigint: true }).catch((error: unknown) => {
    throw error instanceof Error && 'code' in error && error.code === 'ENOENT' ? missing(path, error) : error;
  });
  if (!stats.isFile()) throw notXlsx(path, 'notFile');
  return [stats.size, stats.mtimeNs, stats.ino].map((part) => part.toString(36)).join('.') as Revision;
}

function missing(path: string, cause: unknown): PennyrowError {
  return new PennyrowError(problem('workbook_missing', { reason: 'other', name: path }), { cause });
}

function busy(path: string): PennyrowError {
  return new PennyrowError(problem('workbook_busy', { path }));
}
