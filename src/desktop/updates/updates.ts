import type { Clock } from '../../platform/clock.ts';
import type { Report } from '../../messages/parameters.ts';
import { codeOf, createError, reportOf, toPennyrowError, PennyrowError } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import type { ElectronParts } from '../electron-parts.ts';
import type { UpdateBoxes } from './update-boxes.ts';
import type { UpdateFetcher } from './update-fetcher.ts';
import type { UpdateMemory } from './update-memory.ts';
import type { NewVersion, UpdateState, UpdateWay } from './update-way.ts';

export interface UpdatesOptions {
  readonly way: UpdateWay;
  readonly fetcher: UpdateFetcher;
  readonly boxes: UpdateBoxes;
  readonly memory: UpdateMemory;
  readonly clock: Clock;
  readonly log: Log;
  readonly onChange: () => void;
  readonly announce: (update: NewVersion, onClick: () => void) => void;
  readonly onInstallFailed: (failure: Report) => void;
}

const DAY = 24 * 60 * 60_000;

export function createUpdates({ app, shell }: Pick<ElectronParts, 'app' | 'shell'>, options: UpdatesOptions) {
  const { way, fetcher, boxes, memory, log } = options;
  let state: UpdateState = way.kind === 'none' ? { kind: 'unsupported', reason: way.reason } : { kind: 'idle' };
  let running: ReturnType<UpdateFetcher['download']> | null = null;
  let isAsking = false;
  let isClosed = false;
  let wish: 'restart' | 'atQuit' | null = null;

  function set(next: UpdateState): void {
    if (isClosed) return;
    state = next;
    options.onChange();
  }

  function fail(thrown: unknown): void {
    const failure = reportOf(updateFailure(thrown));
    log.warn({ err: thrown, code: failure.code }, 'An update failed');
    set({ kind: 'failed', failure });
  }

  async function check(): Promise<UpdateState> {
    set({ kind: 'checking' });
    memory.set({ lookedAt: options.clock.now() });
    try {
      const found = await fetcher.check();
      set(found === null ? { kind: 'idle' } : { kind: 'available', ...found });
    } catch (thrown) {
      fail(thrown);
    }
    return state;
  }

  async function download({ version, notes }: NewVersion): Promise<void> {
    set({ kind: 'downloading', percent: 0, version, notes });
    running = fetcher.download((percent) => {
      if (state.kind === 'downloading') set({ ...state, percent });
    });
    try {
      const isWhole = await running.done;
      set(isWhole ? { kind: 'ready', atQuit: false, version, notes } : { kind: 'available', version, notes });
    } catch (thrown) {
      fail(thrown);
    } finally {
      running = null;
    }
  }

  async function answer(): Promise<void> {
    switch (state.kind) {
      case 'unsupported':
        return boxes.unsupported(state.reason);
      case 'idle':
        return look();
      case 'checking':
        return;
      case 'available':
        return offer(state);
      case 'downloading':
        if ((await boxes.downloading(state)) === 'stop') running?.stop();
        return;
      case 'ready':
        return settle(state);
      case 'failed':
        return (await boxes.failed(state.failure)) === 'retry' ? look() : set({ kind: 'idle' });
    }
  }

  async function look(): Promise<void> {
    const { kind } = await check();
    if (isClosed) return;
    return kind === 'idle' ? boxes.newest() : answer();
  }

  async function offer(update: NewVersion): Promise<void> {
    if (way.kind === 'page') {
      if ((await boxes.availableByHand(update)) === 'openPage') await shell.openExternal(way.page);
      return;
    }
    if ((await boxes.available(update)) !== 'download') return;
    // The menu item must work during the download, because no dialog is open.
    isAsking = false;
    await download(update);
    if (state.kind === 'ready' || state.kind === 'failed') await askOnce(answer);
  }

  async function settle({ version, notes }: NewVersion): Promise<void> {
    const choice = await boxes.ready({ version, notes });
    wish = choice === 'notNow' ? null : choice;
    set({ kind: 'ready', atQuit: choice === 'atQuit', version, notes });
    if (choice === 'restart') app.quit();
  }

  async function askOnce(work: () => Promise<void>): Promise<void> {
    if (isAsking || isClosed) return;
    isAsking = true;
    try {
      await work();
    } finally {
      isAsking = false;
    }
  }

  function press(): Promise<void> {
    return askOnce(answer);
  }

  async function lookIfDue(): Promise<void> {
    const { automatic, lookedAt } = memory.get();
    // Absolute, so that a check is also due after the clock was set back.
    const isDue = Math.abs(options.clock.now() - lookedAt) >= DAY;
    if (!automatic || !isDue || isAsking || isClosed || (state.kind !== 'idle' && state.kind !== 'available')) return;
    const found = await check();
    // The user did not ask, so a failure is not reported; the next day's check may succeed.
    if (found.kind === 'failed') return set({ kind: 'idle' });
    if (found.kind !== 'available' || memory.get().told === found.version) return;
    memory.set({ told: found.version });
    options.announce(found, () => void press());
  }

  function leave(): void {
    if (wish === null || state.kind !== 'ready') return app.quit();
    // The new version starts before this process exits, and must not count as a second instance.
    app.releaseSingleInstanceLock();
    let hasFailed = false;
    const giveUp = (thrown: unknown): void => {
      if (hasFailed) return;
      hasFailed = true;
      const failure = reportOf(updateFailure(thrown));
      log.error({ err: thrown, code: failure.code }, 'An update was not installed');
      options.onInstallFailed(failure);
      app.quit();
    };
    try {
      fetcher.install(wish === 'restart', giveUp);
    } catch (thrown) {
      giveUp(thrown);
    }
  }

  return {
    state: () => state,
    press,
    lookIfDue,
    /** Call this if the app did not quit. A later quit then neither installs the update nor restarts the app. */
    stay: () => {
      if (wish === 'restart') wish = null;
    },
    leave,
    close: () => {
      isClosed = true;
      running?.stop();
    },
  };
}

/** The error to show for a failed update, chosen by the code or the text of `thrown`. */
function updateFailure(thrown: unknown): PennyrowError {
  if (thrown instanceof PennyrowError) return thrown;
  const code = codeOf(thrown);
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  const options = { cause: thrown };
  if (code === 'ERR_CHECKSUM_MISMATCH' || /checksum mismatch/i.test(text))
    return createError('update_checksum', {}, options);
  if (code === 'ERR_UPDATER_INVALID_SIGNATURE' || /code signature|not signed/i.test(text))
    return createError('update_signature', {}, options);
  if (isUnreachable(code, text)) return createError('update_offline', { reason: 'other' }, options);
  if (/^(ERR_UPDATER_|HTTP_ERROR_)/.test(code) || /^Cannot download|status \d{3}/.test(text))
    return createError('update_feed', {}, options);
  const error = toPennyrowError(thrown);
  if (error.code !== 'internal_error') return error;
  return createError('update_failed', {}, options);
}

/** Node's errors have a code; Chromium's code is part of the text. */
function isUnreachable(code: string, text: string): boolean {
  return (
    /^E(CONN|HOST|NET|TIMEDOUT|AI_|NOTFOUND|PIPE)|^ENOTFOUND$|^CERT_|^ERR_TLS/.test(code) ||
    /net::ERR_|timed out|aborted by the server|socket hang up/i.test(text)
  );
}
