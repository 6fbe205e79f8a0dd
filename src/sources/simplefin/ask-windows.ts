import type { CalendarDate } from '../../core/calendar-date.ts';
import { toPennyrowError, PennyrowError } from '../../platform/errors.ts';
import { RetryLater, type FetchRequest, type SourceMessage, type Unfinished } from '../source.ts';
import type { Answer } from './answer.ts';
import type { WindowAnswer } from './gather.ts';
import { errorProblem, troubleOf } from './server-messages.ts';
import { historyEnd, paced, REFUSED_FOR_AGE, replayed, stopped } from './window-messages.ts';
import { watchSilence } from './silence.ts';
import type { Server } from './server.ts';
import { windowsOf, type Window } from './windows.ts';

/** The answers of one fetch, the newest window first. */
export interface Asked {
  readonly answers: readonly WindowAnswer[];
  readonly messages: readonly SourceMessage[];
  /** Windows are missing at the far end. */
  readonly isShort: boolean;
  readonly unfinished: Unfinished | null;
  /** All windows were asked for, as far back as the server gives them or somebody wants them. */
  readonly isExhausted: boolean;
  /** The first day that was asked for. */
  readonly from: CalendarDate;
}

export interface Moments {
  readonly nowMs: number;
  /** What was answered after this was never written to the workbook. */
  readonly writtenUntilMs: number;
}

export interface WindowsRequest extends FetchRequest {
  /** All days are asked for, also behind a long silence: a person wants them. */
  readonly isThorough: boolean;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** An answer that was never written, since the workbook was open elsewhere, say, is used again for so long. */
const UNWRITTEN_IS_FRESH = HOUR;

/** Days of a month ago and more hardly change: a fetch that had to stop continues with what it has. */
const OLD_DAYS_ARE_FRESH = 7 * DAY;

/**
 * Asks for one window after the other, the newest first: what people look at most is there even when the rest must
 * wait. The newest one must be answered; when an older one is not, the others count, and the next fetch continues.
 */
export async function askWindows(server: Server, request: WindowsRequest, moments: Moments): Promise<Asked> {
  const { since, today, timeZone, signal, progress, isThorough } = request;
  const [newest, ...older] = windowsOf(since, today) as [Window, ...Window[]];
  const total = older.length + 1;
  const first = await askNewest(server, newest, timeZone, moments);
  const answers: WindowAnswer[] = [{ window: newest, answer: first.answer, isRecalled: false }];
  const messages: SourceMessage[] = first.atMs === null ? [] : [replayed(server.host, moments.nowMs - first.atMs)];
  const reached = (): CalendarDate => answers.at(-1)?.window.from ?? newest.from;
  const asked = (isShort: boolean, unfinished: Unfinished | null): Asked => {
    const from = reached();
    return {
      answers,
      messages,
      isShort,
      unfinished: unfinished ?? unfinishedParts(answers),
      isExhausted: unfinished === null,
      from: from < since ? since : from,
    };
  };
  const silence = watchSilence(newest);
  progress(1, total);
  signal.throwIfAborted();
  for (const window of older) {
    try {
      const recalled = recallOlder(server, window, timeZone, first.answer, moments);
      const answer = recalled ?? (await server.fetch(window, timeZone, 'past'));
      answers.push({ window, answer, isRecalled: recalled !== null });
      if (isRefusedForAge(answer)) return asked(true, null);
      const silentTo = silence.after(window, answer);
      if (silentTo !== null && window !== older.at(-1) && !isThorough) {
        messages.push(historyEnd(server.host, window.from, silentTo));
        progress(answers.length, answers.length);
        return asked(false, null);
      }
    } catch (thrown) {
      signal.throwIfAborted();
      const problem = toPennyrowError(thrown);
      if (problem instanceof RetryLater && !problem.wasAsked) {
        messages.push(paced(server.host, reached(), problem.notBeforeMs));
        // The newest days need not wait for these.
        return asked(true, { notBeforeMs: null });
      }
      messages.push(stopped(problem, server.host, reached()));
      return asked(
        true,
        problem.code === REFUSED_FOR_AGE
          ? null
          : { notBeforeMs: problem instanceof RetryLater ? problem.notBeforeMs : null },
      );
    }
    progress(answers.length, total);
    signal.throwIfAborted();
  }
  return asked(false, null);
}

async function askNewest(
  server: Server,
  window: Window,
  zone: string,
  { nowMs, writtenUntilMs }: Moments,
): Promise<{ readonly answer: Answer; readonly atMs: number | null }> {
  const kept = server.recall(window, zone, Math.max(nowMs - UNWRITTEN_IS_FRESH, writtenUntilMs + 1));
  // What had a problem may have been put right meanwhile.
  if (kept !== null && kept.answer.errors.length === 0) return kept;
  const answer = await server.fetch(window, zone, 'latest');
  const [trouble] = answer.errors;
  if (trouble !== undefined && answer.accounts.length === 0)
    throw new PennyrowError(errorProblem(trouble, [], server.host));
  return { answer, atMs: null };
}

/** An older window as it was answered within days, unless the newest answer shows an account or a health that it lacks. */
function recallOlder(server: Server, window: Window, zone: string, newest: Answer, { nowMs }: Moments): Answer | null {
  const kept = server.recall(window, zone, nowMs - OLD_DAYS_ARE_FRESH)?.answer ?? null;
  if (kept === null) return null;
  const troubles = new Set(newest.errors.map(troubleOf));
  const accounts = new Set(kept.accounts.map(({ connection, id }) => JSON.stringify([connection, id])));
  const isAsGood = kept.errors.every((error) => troubles.has(troubleOf(error)));
  return isAsGood && newest.accounts.every(({ connection, id }) => accounts.has(JSON.stringify([connection, id])))
    ? kept
    : null;
}

/** The server says that it gives nothing of these days, and gave nothing: still older ones need not be asked for. */
function isRefusedForAge({ errors, accounts }: Answer): boolean {
  return (
    errors.some(({ kind }) => kind === 'gen.api') &&
    accounts.every(({ transactions }) => transactions === null || transactions.length === 0)
  );
}

/** A bank or an account that fails today brings what it missed later: until then, fetches begin where this one began. */
function unfinishedParts(answers: readonly WindowAnswer[]): Unfinished | null {
  if (answers.some(({ answer }) => answer.unclear > 0)) return { notBeforeMs: null };
  return answers.some(({ answer }) => answer.errors.some(({ kind }) => kind !== 'gen.api'))
    ? { notBeforeMs: null }
    : null;
}
