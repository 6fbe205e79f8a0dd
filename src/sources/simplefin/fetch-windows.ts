import { addDays, type CalendarDate, daysBetween, fromEpochDay, toInstant } from '../../core/calendar-date.ts';
import { problem, problemOf } from '../../messages/problem.ts';
import { report } from '../../messages/report.ts';
import { PennyrowError, toPennyrowError } from '../../platform/errors.ts';
import { asObject, fieldOf } from '../json.ts';
import { type FetchRequest, RetryLater, type SourceMessage, type Unfinished } from '../source.ts';
import type { Answer } from './answer.ts';
import type { WindowAnswer } from './merge-windows.ts';
import { errorProblem, errorKey } from './server-messages.ts';
import type { Server } from './server.ts';
import { readMoment } from './transaction.ts';
import { type Window, windowsOf } from './windows.ts';

export interface FetchedWindows {
  readonly answers: readonly WindowAnswer[];
  readonly messages: readonly SourceMessage[];
  /** True if the oldest windows are missing. */
  readonly isShort: boolean;
  readonly unfinished: Unfinished | null;
  /** True if all windows were requested, as far back as the server or the user allows. */
  readonly isExhausted: boolean;
  readonly from: CalendarDate;
}

interface FetchTimes {
  readonly nowMs: number;
  /** Responses after this time were not written to the workbook. */
  readonly writtenUntilMs: number;
}

interface WindowsRequest extends FetchRequest {
  /** Requests all days, also before a long gap, because the user asked for them. */
  readonly isThorough: boolean;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** How long a response that was not written, for example because the workbook was locked, is reused. */
const UNWRITTEN_IS_FRESH = HOUR;

/** Days a month ago hardly change, so an interrupted fetch continues with archived responses. */
const OLD_DAYS_ARE_FRESH = 7 * DAY;

/** The newest window must succeed. If an older one fails, the next fetch continues. */
export async function fetchWindows(
  server: Server,
  request: WindowsRequest,
  moments: FetchTimes,
): Promise<FetchedWindows> {
  const { since, today, timeZone, signal, progress, isThorough } = request;
  const [newest, ...older] = windowsOf(since, today) as [Window, ...Window[]];
  const total = older.length + 1;
  const first = await fetchNewest(server, newest, timeZone, moments);
  const answers: WindowAnswer[] = [{ window: newest, answer: first.answer, isArchived: false }];
  const messages: SourceMessage[] =
    first.atMs === null ? [] : [archivedMessage(server.host, moments.nowMs - first.atMs)];
  const reached = (): CalendarDate => answers.at(-1)?.window.from ?? newest.from;
  const collect = (isShort: boolean, unfinished: Unfinished | null): FetchedWindows => {
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
  const silence = trackSilence(newest);
  progress(1, total);
  signal.throwIfAborted();
  for (const window of older) {
    try {
      const archived = findArchivedOlder(server, window, timeZone, first.answer, moments);
      const answer = archived ?? (await server.fetch(window, timeZone, 'past'));
      answers.push({ window, answer, isArchived: archived !== null });
      if (isRefusedForAge(answer)) return collect(true, null);
      const silentTo = silence.after(window, answer);
      if (silentTo !== null && window !== older.at(-1) && !isThorough) {
        messages.push(historyEndMessage(server.host, window.from, silentTo));
        progress(answers.length, answers.length);
        return collect(false, null);
      }
    } catch (thrown) {
      signal.throwIfAborted();
      const problem = toPennyrowError(thrown);
      if (problem instanceof RetryLater && !problem.wasAsked) {
        messages.push(pausedMessage(server.host, reached(), problem.notBeforeMs));
        // The newest days are available without these.
        return collect(true, { notBeforeMs: null });
      }
      messages.push(stoppedMessage(problem, server.host, reached()));
      return collect(
        true,
        problem.code === REFUSED_FOR_AGE
          ? null
          : { notBeforeMs: problem instanceof RetryLater ? problem.notBeforeMs : null },
      );
    }
    progress(answers.length, total);
    signal.throwIfAborted();
  }
  return collect(false, null);
}

async function fetchNewest(
  server: Server,
  window: Window,
  zone: string,
  { nowMs, writtenUntilMs }: FetchTimes,
): Promise<{ readonly answer: Answer; readonly atMs: number | null }> {
  const archived = server.findArchived(window, zone, Math.max(nowMs - UNWRITTEN_IS_FRESH, writtenUntilMs + 1));
  // A response with errors is requested again, because they may be solved.
  if (archived !== null && archived.answer.errors.length === 0) return archived;
  const answer = await server.fetch(window, zone, 'latest');
  const [trouble] = answer.errors;
  if (trouble !== undefined && answer.accounts.length === 0)
    throw new PennyrowError(errorProblem(trouble, [], server.host));
  return { answer, atMs: null };
}

/** Null if the newest response has an account, or lacks an error, that the archived one does not. */
function findArchivedOlder(
  server: Server,
  window: Window,
  zone: string,
  newest: Answer,
  { nowMs }: FetchTimes,
): Answer | null {
  const archived = server.findArchived(window, zone, nowMs - OLD_DAYS_ARE_FRESH)?.answer ?? null;
  if (archived === null) return null;
  const troubles = new Set(newest.errors.map(errorKey));
  const accounts = new Set(archived.accounts.map(({ connection, id }) => JSON.stringify([connection, id])));
  const isAsGood = archived.errors.every((error) => troubles.has(errorKey(error)));
  return isAsGood && newest.accounts.every(({ connection, id }) => accounts.has(JSON.stringify([connection, id])))
    ? archived
    : null;
}

function isRefusedForAge({ errors, accounts }: Answer): boolean {
  return (
    errors.some(({ kind }) => kind === 'gen.api') &&
    accounts.every(({ transactions }) => transactions === null || transactions.length === 0)
  );
}

/** A bank that fails today sends the missing days later, so the next fetch starts at the same day. */
function unfinishedParts(answers: readonly WindowAnswer[]): Unfinished | null {
  if (answers.some(({ answer }) => answer.unclear > 0)) return { notBeforeMs: null };
  return answers.some(({ answer }) => answer.errors.some(({ kind }) => kind !== 'gen.api'))
    ? { notBeforeMs: null }
    : null;
}

const MINUTE = 60_000;

/** A server that rejects an older window has no data that far back. */
const REFUSED_FOR_AGE = 'source_refused';

function archivedMessage(host: string, ageMs: number): SourceMessage {
  const minutes = Math.max(1, Math.round(ageMs / MINUTE));
  return { severity: 'info', ...report(problem('source_replayed', { host, minutes })) };
}

/** `from`: the first day received. */
function stoppedMessage(error: PennyrowError, host: string, from: CalendarDate): SourceMessage {
  const missingTo = addDays(from, -1);
  const cause = problemOf(error);
  if (error.code === REFUSED_FOR_AGE) {
    const notice = problem('source_history_start', {
      reason: 'refused',
      name: host,
      oldest: missingTo,
      since: null,
      cause,
    });
    return { severity: 'warning', ...report(notice) };
  }
  return { severity: 'problem', ...report(problem('source_unfinished', { until: missingTo, cause })) };
}

function pausedMessage(host: string, from: CalendarDate, nextMs: number): SourceMessage {
  const notice = problem('source_history_paced', { host, until: addDays(from, -1), next: toInstant(nextMs) });
  return { severity: 'info', ...report(notice) };
}

function historyEndMessage(host: string, from: CalendarDate, until: CalendarDate): SourceMessage {
  return { severity: 'info', ...report(problem('source_history_end', { host, from, until })) };
}

/** Older windows are not requested after so long a silence. Longer than between quarterly interest payments. */
const SILENT_DAYS = 116;

interface SilenceTracker {
  after(window: Window, answer: Answer): CalendarDate | null;
}

function trackSilence(newest: Window): SilenceTracker {
  let [previous, silentBefore] = [newest, newest.from];
  return {
    after: (window, answer) => {
      if (!isSilent(answer, previous.from)) silentBefore = window.from;
      previous = window;
      return daysBetween(window.from, silentBefore) < SILENT_DAYS ? null : addDays(silentBefore, -1);
    },
  };
}

/** A failed account, or one without a list, may have had transactions. */
function isSilent({ errors, accounts, unreadable, unclear }: Answer, before: CalendarDate): boolean {
  if (errors.length + unreadable + unclear > 0) return false;
  return accounts.every(
    ({ transactions }) => transactions !== null && !transactions.some((json) => isBefore(json, before)),
  );
}

/** Pending transactions may be in every response; unreadable ones may be of any day. */
function isBefore(json: unknown, day: CalendarDate): boolean {
  const transaction = asObject(json);
  if (fieldOf(transaction, 'pending') === true) return false;
  const moment = readMoment(fieldOf(transaction, 'posted')) ?? readMoment(fieldOf(transaction, 'transacted_at'));
  return moment === null || fromEpochDay(Math.floor(moment / 86_400)) < day;
}
