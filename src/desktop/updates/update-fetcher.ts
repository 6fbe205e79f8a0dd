import type { UpdateInfo } from 'electron-updater';
import { type PennyrowError, createError } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import type { NewVersion } from './update-way.ts';
import type { newCancellation, openUpdater, UpdateMaker, Updater } from './updater.ts';

export interface UpdateFetcherOptions {
  readonly maker: UpdateMaker;
  readonly load: () => Promise<{
    readonly openUpdater: typeof openUpdater;
    readonly newCancellation: typeof newCancellation;
  }>;
  readonly log: Log;
  readonly limits: UpdateLimits;
}

/** Timeouts, because Electron's requests wait forever for a silent server. */
export interface UpdateLimits {
  readonly checkMs: number;
  readonly stallMs: number;
  readonly leaveMs: number;
}

export type UpdateFetcher = ReturnType<typeof createUpdateFetcher>;

export function createUpdateFetcher({ maker, load, log, limits }: UpdateFetcherOptions) {
  let updater: Updater | null = null;
  let onProgress: (percent: number) => void = () => undefined;
  let onError: (thrown: unknown) => void = () => undefined;
  let cleared: Promise<unknown> = Promise.resolve();

  async function open(): Promise<Updater> {
    if (updater !== null) return updater;
    const say = (message: unknown): void => log.debug({ said: String(message) }, 'The updater says');
    const opened = (await load()).openUpdater(maker, { info: say, warn: say, error: say, debug: say });
    // The failed call rejects as well, but an error event without a listener would end the app.
    opened.on('error', (error) => onError(error));
    opened.on('download-progress', ({ percent }) => onProgress(percent));
    updater = opened;
    return opened;
  }

  async function check(): Promise<NewVersion | null> {
    try {
      const result = await inTime((await open()).checkForUpdates(), limits.checkMs);
      if (result === null) throw new Error('The updater says that it does not run here.');
      return result.isUpdateAvailable ? newVersion(result.updateInfo) : null;
    } catch (thrown) {
      // Discards the updater: otherwise, the next check would join a request that never ends.
      updater = null;
      throw thrown;
    }
  }

  /** `onPercent` gets 0 to 100. */
  function download(onPercent: (percent: number) => void) {
    const ended = Promise.withResolvers<false>();
    let isGivenUp = false;
    let cancel: (() => void) | null = null;
    let watch: NodeJS.Timeout | undefined;
    const giveUp = (): void => {
      isGivenUp = true;
      cancel?.();
    };
    const stop = (): void => {
      giveUp();
      ended.resolve(false);
    };
    const watchAgain = (): void => {
      clearTimeout(watch);
      watch = setTimeout(() => {
        giveUp();
        ended.reject(silence());
      }, limits.stallMs).unref();
    };
    const before = cleared;
    const work = async (): Promise<boolean> => {
      // Waits for the end of a canceled download, which the library would otherwise join.
      await before;
      const cancellation = (await load()).newCancellation();
      const opened = await open();
      if (isGivenUp) return false;
      cancel = () => cancellation.cancel();
      onProgress = (percent) => {
        if (isGivenUp) return;
        watchAgain();
        onPercent(percent);
      };
      await opened.downloadUpdate(cancellation);
      return true;
    };
    watchAgain();
    const working = work();
    cleared = working.catch(() => undefined);
    /** True if the download is complete, false if it was stopped. Rejects on failure. */
    const done: Promise<boolean> = Promise.race([working, ended.promise]).finally(() => clearTimeout(watch));
    return { done, stop };
  }

  function install(restarts: boolean, onFailure: (thrown: unknown) => void): void {
    if (updater === null) throw new Error('Nothing was downloaded.');
    onError = onFailure;
    setTimeout(() => onFailure(silence()), limits.leaveMs).unref();
    updater.autoRunAppAfterInstall = restarts;
    updater.quitAndInstall(true, restarts);
  }

  return { check, download, install };
}

function newVersion({ version, releaseNotes }: UpdateInfo): NewVersion {
  const text =
    typeof releaseNotes === 'string' ? releaseNotes : (releaseNotes ?? []).map(({ note }) => note ?? '').join('\n');
  const notes = text.replaceAll(/<[^>]*>/g, '').trim();
  return { version, notes: notes === '' ? null : notes };
}

function silence(): PennyrowError {
  return createError('update_offline', { reason: 'silent' });
}

async function inTime<Value>(work: Promise<Value>, limitMs: number): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(silence()), limitMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
