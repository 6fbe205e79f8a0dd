import { addDays, type CalendarDate, daysBetween, fromEpochDay, toInstant } from '../../core/calendar-date.ts';
import { problem, problemOf } from '../../messages/problem.ts';
import { PennyrowError, toPennyrowError } from '../../platform/errors.ts';
import { asObject, fieldOf } from '../json.ts';
import { sourceMessage, type FetchRequest, RetryLater, type SourceMessage, type Unfinished } from '../source.ts';
import type { Answer } from './answer.ts';
import { type WindowAnswer, errorProblem, errorKey } from './merge-windows.ts';
import type { Server } from './server.ts';
import { readMoment } from './transaction.ts';
import { type Window, windowsOf } from './windows.ts';

export interface FetchedWindows {
  readonly answers: readonly WindowAnswer[];
  readonly messages: readonly SourceMessage[];
  readonly isShort: boolean;
  readonly unfinished: Unfinished | null;
  /** True if all windows were requested, as far back as the server or the user allows. */
  readonly isExhausted: boolean;
  readonly from: CalendarDate;
}

interface FetchTimes {
  readonly nowMs: number;
  /** Epoch milliseconds. Responses after this time were not written to the workbook. */
  readonly writtenUntilMs: number;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The maximum age of a reused response that was not written, for example because the workbook was locked. */
const UNWRITTEN_IS_FRESH = HOUR;

/** The maximum age of a reused response for an older window, whose days hardly change. */
const OLD_DAYS_ARE_FRESH = 7 * DAY;

/**
 * The newest window must succeed. If an older window fails, the next fetch requests it again.
 * @param isThorough True if the user asked for all days: requests days even before a long gap without transactions.
 */
export async function fetchWindows(
  server: Server,
  request: FetchRequest,
  isThorough: boolean,
  moments: FetchTimes,
): Promise<FetchedWindows> {
  const { since, today, timeZone, signal, progress } = request;
  const { host } = server;
  const [newest, ...older] = windowsOf(since, today) as [Window, ...Window[]];
  const first = await fetchNewest(server, newest, timeZone, moments);
  const answers: WindowAnswer[] = [{ window: newest, answer: first.answer, isArchived: false }];
  const messages: SourceMessage[] = [];
  if (first.atMs !== null) {
    const minutes = Math.max(1, Math.round((moments.nowMs - first.atMs) / MINUTE));
    messages.push(sourceMessage('info', problem('source_replayed', { host, minutes })));
  }
  /** The first day received, and the first day of the oldest window with transactions. */
  let [from, silentBefore] = [newest.from, newest.from];
  let isShort = false;
  let unfinished: Unfinished | null = null;
  for (const window of older) {
    progress(answers.length, older.length + 1);
    signal.throwIfAborted();
    try {
      const archived = findArchivedOlder(server, window, timeZone, first.answer, moments);
      const answer = archived ?? (await server.fetch(window, timeZone, 'past'));
      answers.push({ window, answer, isArchived: archived !== null });
      if (!isSilent(answer, from)) silentBefore = window.from;
      ({ from } = window);
      isShort = isRefusedForAge(answer);
    } catch (thrown) {
      signal.throwIfAborted();
      const error = toPennyrowError(thrown);
      isShort = true;
      unfinished = retryTime(error);
      messages.push(missingMessage(error, host, addDays(from, -1)));
    }
    if (isShort) break;
    if (daysBetween(from, silentBefore) >= SILENT_DAYS && window !== older.at(-1) && !isThorough) {
      const until = addDays(silentBefore, -1);
      messages.push(sourceMessage('info', problem('source_history_end', { host, from, until })));
      break;
    }
  }
  progress(answers.length, answers.length);
  signal.throwIfAborted();
  return {
    answers,
    messages,
    isShort,
    unfinished: unfinished ?? unfinishedParts(answers),
    isExhausted: unfinished === null,
    from: from < since ? since : from,
  };
}

async function fetchNewest(
  server: Server,
  window: Window,
  zone: string,
  { nowMs, writtenUntilMs }: FetchTimes,
): Promise<{ readonly answer: Answer; readonly atMs: number | null }> {
  const archived = server.findArchived(window, zone, Math.max(nowMs - UNWRITTEN_IS_FRESH, writtenUntilMs + 1));
  // A response with errors is requested again, because its errors may be solved by now.
  if (archived !== null && archived.answer.errors.length === 0) return archived;
  const answer = await server.fetch(window, zone, 'latest');
  const [trouble] = answer.errors;
  if (trouble !== undefined && answer.accounts.length === 0)
    throw new PennyrowError(errorProblem(trouble, [], server.host));
  return { answer, atMs: null };
}

/** Null if the archived response lacks an account of the newest response, or has an error that the newest no longer has. */
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
  const isUnfinished = answers.some(
    ({ answer: { unclear, errors } }) => unclear > 0 || errors.some(({ kind }) => kind !== 'gen.api'),
  );
  return isUnfinished ? { notBeforeMs: null } : null;
}

/** A server that rejects an older window has no data that far back. */
const REFUSED_FOR_AGE = 'source_refused';

function retryTime(error: PennyrowError): Unfinished | null {
  if (error.code === REFUSED_FOR_AGE) return null;
  // If only Pennyrow's own limit is used up, the next fetch need not wait: it may still request the newest days.
  return { notBeforeMs: error instanceof RetryLater && error.wasRequested ? error.notBeforeMs : null };
}

function missingMessage(error: PennyrowError, host: string, until: CalendarDate): SourceMessage {
  if (error instanceof RetryLater && !error.wasRequested) {
    const next = toInstant(error.notBeforeMs);
    return sourceMessage('info', problem('source_history_paced', { host, until, next }));
  }
  const cause = problemOf(error);
  if (error.code !== REFUSED_FOR_AGE) return sourceMessage('problem', problem('source_unfinished', { until, cause }));
  const params = { reason: 'refused', name: host, oldest: until, since: null, cause } as const;
  return sourceMessage('warning', problem('source_history_start', params));
}

/** After this many days without transactions, no older window is requested. Interest may be paid only once a quarter. */
const SILENT_DAYS = 116;

/** False if an account failed or has no list, because it may have had transactions. */
function isSilent({ errors, accounts, unreadable, unclear }: Answer, before: CalendarDate): boolean {
  if (errors.length + unreadable + unclear > 0) return false;
  return accounts.every(
    ({ transactions }) => transactions !== null && !transactions.some((json) => isBefore(json, before)),
  );
}

/** False for pending transactions, because every response may repeat them; true for transactions without a readable day. */
function isBefore(json: unknown, day: CalendarDate): boolean {
  const transaction = asObject(json);
  if (fieldOf(transaction, 'pending') === true) return false;
  const moment = readMoment(fieldOf(transaction, 'posted')) ?? readMoment(fieldOf(transaction, 'transacted_at'));
  return moment === null || fromEpochDay(Math.floor(moment / 86_400)) < day;
}
