import { statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import type { FileAddress, WorkbookAddress } from '../../core/workbook-address.ts';
import { codeOf, createError } from '../../platform/errors.ts';
import { typedPath } from '../../platform/open-paths.ts';
import type { WorkbookConnector, WorkbookContext, WorkbookFiles } from '../workbook-kind.ts';
import {
  type Workbook,
  type ApplyOptions,
  type Fingerprint,
  type PlannedOn,
  type ReadOptions,
  type SheetHead,
  changedMeanwhile,
} from '../workbook.ts';
import type { Row } from '../../core/row.ts';
import type { Layout, RememberedSheet, Revision, Snapshot } from '../../core/snapshot.ts';
import type { Applied, WorkbookChange } from '../../core/workbook-change.ts';
import type { Clock } from '../../platform/clock.ts';
import type { LocatedWorkbook } from './reading/rows-reader.ts';
import { DEMO_CONTENTS } from '../template/demo.ts';
import { notXlsx } from './package/workbook-errors.ts';
import { completeWrite } from './package/write-in-place.ts';
import type { ZipPackage } from './package/zip-package.ts';
import { bringBack, listVersions } from './package/backups.ts';

export function createXlsxConnector({ clock, versionsFolder, newWorkbookTexts }: WorkbookContext): WorkbookConnector {
  const create: WorkbookFiles['create'] = async (path, isDemo) => {
    const { createXlsxWorkbook } = await import('./writing/new-workbook-parts.ts');
    await createXlsxWorkbook(path, { ...(isDemo && DEMO_CONTENTS), texts: await newWorkbookTexts() });
    return addressOf(path);
  };
  const open = (accountId: string, address: WorkbookAddress): Workbook =>
    new XlsxWorkbook(pathOf(address), { backupFolder: versionsFolder(accountId), clock });
  return {
    open,
    identity: (address) => fileAt(pathOf(address)),
    candidate: async (way, { settings: { path: typed = '' }, isDemo, account }) => {
      const path = typedPath(typed);
      if (!isAbsolute(path)) throw createError('input_path', { path });
      const address = addressOf(path);
      const makesNew = way === 'create';
      return {
        address,
        makesNew,
        settle: async () => (makesNew ? create(path, isDemo) : address),
        // Uses the account's folder for backups, because connecting can already write to the workbook.
        open: () => open(account.id, address),
        provider: null,
        howToConnect: `pennyrow workbook connect ${path}`,
        keep: async () => ({ retireOld: async () => 'none' }),
        discard: async () => 'none',
      };
    },
    files: { create, address: addressOf, versions: listVersions, bringBack },
    close: () => {},
  };
}

function addressOf(path: string): FileAddress {
  return { kind: 'xlsx', path };
}

function pathOf(address: WorkbookAddress): string {
  if ('path' in address) return address.path;
  throw new Error('A file has a path.');
}

/** An id of the file, equal for all paths and links to it; the path itself if there is no file. */
function fileAt(path: string): string {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? path : `${found.dev} ${found.ino}`;
}

interface XlsxWorkbookOptions {
  readonly backupFolder: string;
  readonly clock: Clock;
}

/** Keeps no file open between calls. Every call throws `workbook_missing` if there is no file. Imports most code on first use. */
export class XlsxWorkbook implements Workbook {
  readonly isRemote = false;
  readonly #path: string;
  readonly #options: XlsxWorkbookOptions;
  /** Positions found by a read, kept for the write while the caller holds the returned layout. */
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
    if (snapshot === null) throw createError('workbook_busy', { path: this.#path });
    return snapshot;
  }

  async readRows(
    numbers: ReadonlySet<number>,
    { revision, layout }: PlannedOn,
    signal?: AbortSignal,
  ): Promise<readonly Row[] | null> {
    const { readLocatedRows } = await import('./reading/snapshot-reader.ts');
    const read = await this.#withPackage(async (pkg) => readLocatedRows(pkg, layout, numbers, signal));
    if (read === null || (await this.revision()) !== revision) return null;
    this.#located.set(layout, { revision, located: read.located });
    return read.rows;
  }

  async apply(change: WorkbookChange, options: ApplyOptions): Promise<Applied> {
    const { layout, signal } = options;
    if ((await this.revision()) !== change.revision) throw changedMeanwhile(this.#path);
    const lastRead = this.#located.get(layout);
    const { locateWorkbook } = await import('./reading/snapshot-reader.ts');
    const { applyChange } = await import('./writing/apply-change.ts');
    return this.#withPackage(async (pkg) =>
      applyChange({
        pkg,
        located: lastRead?.revision === change.revision ? lastRead.located : await locateWorkbook(pkg, layout, signal),
        change,
        options: { ...this.#options, ...options, revisionOf },
      }),
    );
  }

  async heads(signal?: AbortSignal, whole?: string): Promise<readonly SheetHead[]> {
    await this.revision();
    const { readHeads } = await import('./reading/sheet-heads.ts');
    return this.#withPackage((pkg) => readHeads(pkg, signal, whole));
  }

  async occupiedColumns(sheet: RememberedSheet, signal?: AbortSignal): Promise<ReadonlySet<number>> {
    await this.revision();
    const { readOccupied } = await import('./reading/sheet-heads.ts');
    return this.#withPackage((pkg) => readOccupied(pkg, sheet, signal));
  }

  /** Does nothing, because other programs would remove marks from the file. Columns are found by the stored layout. */
  async identify(): Promise<void> {}

  /** Computed from the checksums in the package's directory; unlike the revision, independent of the file's times. */
  async fingerprint(): Promise<Fingerprint | null> {
    const revision = await this.revision();
    const text = await this.#withPackage(async ({ fingerprint }) => fingerprint);
    return (await this.revision()) === revision ? { revision, text } : null;
  }

  async close(): Promise<void> {
    this.#located = new WeakMap();
  }

  /** Null if another program wrote to the file during the read, even if the read failed. */
  async #readOnce({ remembered, ...options }: ReadOptions): Promise<Snapshot | null> {
    const revision = await this.revision();
    try {
      const { readMarkers } = await import('./package/marker.ts');
      const { readSnapshot } = await import('./reading/snapshot-reader.ts');
      const { snapshot, located, markers, fingerprint } = await this.#withPackage(async (pkg) => ({
        ...(await readSnapshot(pkg, remembered, options)),
        markers: await readMarkers(pkg),
        fingerprint: pkg.fingerprint,
      }));
      if ((await this.revision()) !== revision) return null;
      this.#located.set(located.layout, { revision, located });
      return { ...snapshot, revision, fingerprint, markers };
    } catch (error) {
      if (options.signal?.aborted !== true && (await this.revision()) !== revision) return null;
      throw error;
    }
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

async function revisionOf(path: string): Promise<Revision> {
  const stats = await stat(path, { bigint: true }).catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT') throw error;
    throw createError('workbook_missing', { reason: 'other', name: path }, { cause: error });
  });
  if (!stats.isFile()) throw notXlsx(path, 'notFile');
  return [stats.size, stats.mtimeNs, stats.ino].map((part) => part.toString(36)).join('.') as Revision;
}
