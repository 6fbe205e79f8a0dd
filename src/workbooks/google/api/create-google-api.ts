import { Readable } from 'node:stream';
import type { drive_v3 } from '@googleapis/drive';
import type { sheets_v4 } from '@googleapis/sheets';
import type { PennyrowError } from '../../../platform/errors.ts';
import { shareAttempt } from '../../../platform/share-attempt.ts';
import type { Sleep } from '../../../platform/sleep.ts';
import { VERSION } from '../../../platform/version.ts';
import { waitBeforeRetry } from './backoff.ts';
import type { GoogleEndpoints } from './environment.ts';
import { failureOf, type Failure } from './failure.ts';
import { apiError, isFromAnother, isLimit, reconnect, uncertain, type Grantee } from './google-errors.ts';
import { openSession, payerOf, type GoogleSession, type OnRetry, type GoogleGrant } from './google-session.ts';
import type { CallKind, Quota } from './quota.ts';
import { SILENCE_LIMITS, createSilenceWatch, type Attempt, type SilenceLimits } from './silence.ts';

export interface GoogleApiOptions {
  /** Called once, at the first request. Null if the grant was removed. */
  readonly grant: () => Promise<GoogleGrant | null>;
  readonly accountId: string;
  readonly endpoints: GoogleEndpoints;
  readonly quota: Quota;
  readonly sleep: Sleep;
  readonly random?: () => number;
  readonly closed?: AbortSignal;
  readonly onRetry?: OnRetry;
  readonly onSilence?: (() => void) | undefined;
  readonly silenceLimits?: SilenceLimits;
  /** Called when Google rejects the grant; all further calls fail without a request. */
  readonly onGrantLost: () => void;
}

/** Longer would be useless, because Google aborts requests after three minutes. */
const TIMEOUT_MS = 180_000;

const FILE_FIELDS = 'name,mimeType,version,trashed,capabilities/canEdit';
const SPREADSHEET_TYPE = 'application/vnd.google-apps.spreadsheet';
const SPREADSHEETS = `mimeType = '${SPREADSHEET_TYPE}' and trashed = false`;

type Opened = Awaited<ReturnType<typeof open>>;

type Outgoing<Answer> = (opened: Opened, options: RequestOptions, attempt: Attempt) => Promise<Answer>;

type RequestOptions = ReturnType<typeof requestOptions>;

export type GoogleApi = ReturnType<typeof createGoogleApi>;

/**
 * Calls of Google's APIs with one grant. Each call waits for the quota, uses gzip and a field mask, and has a timeout (see
 * `silence.ts`). Calls that change nothing are retried on 429, 5xx and broken connections. All throw PennyrowError:
 * `workbook_reconnect` (rejected grant), `workbook_missing` (404 or trashed), `workbook_no_access` (403), `workbook_quota` (429
 * after all retries, or too long a wait for the quota), `workbook_offline` (no network), `workbook_google` (any other error,
 * with Google's shortened message).
 */
export function createGoogleApi(options: GoogleApiOptions) {
  const { quota, sleep, random = Math.random, onRetry, onSilence = () => undefined, onGrantLost } = options;
  const silence = createSilenceWatch(options.silenceLimits ?? SILENCE_LIMITS, onSilence);
  const opened = shareAttempt(() => open(options, lose));
  let lost: PennyrowError | null = null;

  function lose(error: PennyrowError): PennyrowError {
    if (lost === null) onGrantLost();
    return (lost = error);
  }

  /** Token requests have a separate timeout and are shared between calls, so the silence watch does not cover them. */
  async function authorize(session: GoogleSession, signal: AbortSignal | undefined): Promise<void> {
    const notice = setTimeout(onSilence, (options.silenceLimits ?? SILENCE_LIMITS).noticeMs);
    try {
      await session.authorize(signal);
    } finally {
      clearTimeout(notice);
    }
  }

  async function call<Answer>(
    kind: CallKind,
    signal: AbortSignal | undefined,
    send: Outgoing<Answer>,
  ): Promise<Answer> {
    let isTokenNew = false;
    for (let count = 1; ; count += 1) {
      if (lost !== null) throw lost;
      const { session, payer, ...apis } = await opened();
      await authorize(session, signal);
      await quota.take(kind, payer, signal);
      const attempt = silence.begin(kind);
      const until = signal === undefined ? attempt.signal : AbortSignal.any([signal, attempt.signal]);
      try {
        const answer = await send({ session, payer, ...apis }, requestOptions(until), attempt);
        if (!(answer instanceof Readable)) attempt.end('answered');
        return answer;
      } catch (thrown) {
        const failure = failureOf(thrown);
        attempt.end(endOf(failure));
        signal?.throwIfAborted();
        if (failure.status === 401 && !isTokenNew && !isFromAnother(failure)) {
          session.expire();
          isTokenNew = true;
          continue;
        }
        if (failure.status === 401 && !isFromAnother(failure)) throw lose(reconnect(session.grantee, failure));
        const isOver = failure.reason === 'TimeoutError' && silence.isExhausted(kind);
        // A write is repeated only if Google certainly did not execute it: it was never sent, or hit a limit.
        const mayRepeat = !isOver && (kind === 'read' || isLimit(failure) || failure.neverSent);
        const wait = mayRepeat ? waitBeforeRetry(failure, count, random) : null;
        if (wait !== null) {
          onRetry?.(failure, wait);
          await sleep(wait, signal);
        } else
          throw kind === 'write' && mayBeWritten(failure) ? uncertain(failure) : apiError(failure, session.grantee);
      }
    }
  }

  async function callSheets<Data>(
    kind: CallKind,
    signal: AbortSignal | undefined,
    send: (spreadsheets: Opened['sheets']['spreadsheets'], options: RequestOptions) => Promise<{ readonly data: Data }>,
  ): Promise<Data> {
    return call(kind, signal, async ({ sheets }, request) => (await send(sheets.spreadsheets, request)).data);
  }

  return {
    file: (fileId: string, signal?: AbortSignal) =>
      call('read', signal, async ({ drive }, request) =>
        toFileState((await drive.files.get({ fileId, fields: FILE_FIELDS, supportsAllDrives: true }, request)).data),
      ),
    /** Drive `files.list`: the spreadsheets that Pennyrow can access, newest first. Drive lists a new file with a delay. */
    newest: (pageSize: number, signal?: AbortSignal) =>
      call('read', signal, async ({ drive }, request) => {
        const { data } = await drive.files.list(
          { q: SPREADSHEETS, orderBy: 'createdTime desc', pageSize, fields: 'files(id,name)' },
          request,
        );
        return (data.files ?? []).map(({ id, name }) => ({ spreadsheetId: id ?? '', name: name ?? '' }));
      }),
    /** Sheets `spreadsheets.getByDataFilter`: streams the JSON, which can be large. */
    read: (
      spreadsheetId: string,
      requestBody: sheets_v4.Schema$GetSpreadsheetByDataFilterRequest,
      fields: string,
      signal?: AbortSignal,
    ) =>
      call('read', signal, async ({ sheets, session }, request, attempt) => {
        const { data } = await sheets.spreadsheets.getByDataFilter(
          { spreadsheetId, requestBody, fields, prettyPrint: false },
          { ...request, responseType: 'stream' },
        );
        attempt.noteResponse();
        return withTranslatedErrors(data, signal, attempt, session.grantee);
      }),
    get: (spreadsheetId: string, ranges: readonly string[], fields: string, signal?: AbortSignal) =>
      callSheets('read', signal, (spreadsheets, request) =>
        spreadsheets.get({ spreadsheetId, ranges: [...ranges], fields, prettyPrint: false }, request),
      ),
    create: (spreadsheet: sheets_v4.Schema$Spreadsheet, fields: string) =>
      callSheets('write', undefined, (spreadsheets, request) =>
        spreadsheets.create({ requestBody: asSent(spreadsheet), fields, prettyPrint: false }, request),
      ),
    /** Atomic. Retries only if nothing was written; otherwise throws `workbook_write_uncertain`. Throws `GoogleRefusal` on 400. */
    write: (
      spreadsheetId: string,
      batch: sheets_v4.Schema$BatchUpdateSpreadsheetRequest,
      fields: string,
      signal?: AbortSignal,
    ) =>
      callSheets('write', signal, (spreadsheets, request) =>
        spreadsheets.batchUpdate({ spreadsheetId, requestBody: asSent(batch), fields, prettyPrint: false }, request),
      ),
  };
}

/** Imports Google's library on the first request, because loading it takes longer than a small sync. */
async function open(
  { grant: readGrant, accountId, endpoints, closed, sleep, random = Math.random, onRetry }: GoogleApiOptions,
  lose: (error: PennyrowError) => PennyrowError,
) {
  const grant = await readGrant();
  if (grant === null) throw lose(reconnect({ serviceAccount: null }));
  const [{ sheets }, { drive }] = await Promise.all([import('@googleapis/sheets'), import('@googleapis/drive')]);
  const session = await openSession(grant, { endpoints, closed, sleep, random, onLost: lose, onRetry });
  return {
    session,
    payer: payerOf(grant, accountId),
    sheets: sheets({ version: 'v4', auth: session.auth, rootUrl: endpoints.sheets }),
    drive: drive({ version: 'v3', auth: session.auth, rootUrl: endpoints.drive }),
  };
}

function requestOptions(signal: AbortSignal) {
  return {
    timeout: TIMEOUT_MS,
    retry: false,
    headers: { 'Content-Type': 'application/json' },
    universeDomain: 'googleapis.com',
    // Google compresses responses only if the user agent contains gzip.
    userAgentDirectives: [{ product: 'Pennyrow', version: VERSION, comment: 'gzip' }],
    signal,
  };
}

/** Serializes the body, because the library would copy a large object twice. */
function asSent<Body>(body: Body): Body {
  return JSON.stringify(body) as Body;
}

function toFileState({ name, mimeType, version, trashed, capabilities }: drive_v3.Schema$File) {
  return {
    name: name ?? '',
    /** Increases with every change of the file, sometimes minutes later. */
    version: version ?? '',
    isTrashed: trashed === true,
    /** False for documents, folders and .xlsx files. */
    isSpreadsheet: mimeType === SPREADSHEET_TYPE,
    canEdit: capabilities?.canEdit !== false,
  };
}

/** Converts errors that occur while the response is streamed to PennyrowError. */
function withTranslatedErrors(
  answer: Readable,
  signal: AbortSignal | undefined,
  attempt: Attempt,
  grantee: Grantee,
): Readable {
  async function* pieces(): AsyncGenerator<Buffer> {
    let outcome: Parameters<Attempt['end']>[0] = 'other';
    try {
      for await (const piece of answer as AsyncIterable<Buffer>) {
        attempt.noteResponse();
        yield piece;
      }
      outcome = 'answered';
    } catch (thrown) {
      signal?.throwIfAborted();
      // The abort reason distinguishes a timeout from a canceled call.
      const failure = failureOf(attempt.signal.aborted ? attempt.signal.reason : thrown);
      outcome = endOf(failure);
      throw apiError(failure, grantee);
    } finally {
      attempt.end(outcome);
    }
  }
  return Readable.from(pieces(), { objectMode: false });
}

function endOf({ status, reason }: Failure): Parameters<Attempt['end']>[0] {
  return reason === 'TimeoutError' ? 'timed-out' : status === null ? 'other' : 'answered';
}

function mayBeWritten({ status, neverSent }: Failure): boolean {
  return (status === null && !neverSent) || status === 408 || (status !== null && status >= 500 && status !== 501);
}
