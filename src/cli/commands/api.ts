import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { text as readText } from 'node:stream/consumers';
import type { Command } from 'commander';
import type { ApiAccess } from '../../contract/control/service.ts';
import { createError, type PennyrowError } from '../../platform/errors.ts';
import { addCommand, withOptions } from '../command-action.ts';
import { chooseAccount } from '../options.ts';
import { warnIfStale } from '../stale-warning.ts';
import { usingControl, type GlobalOptions, type OpenControl, requireInput } from '../open-control.ts';
import { isOutputError } from '../output/print.ts';
import { EXIT } from '../problem.ts';
import { text } from '../locale.ts';
import { readFileSync } from 'node:fs';

export function apiCommand(program: Command): void {
  const strings = text().api;
  addCommand(program, 'api', strings.about, [
    "pennyrow api GET '/transactions?start_date=2026-01-01' | jq .count",
    'pennyrow api POST /sync-transactions',
    `echo '{"start_time": "07:30", "hours": 6}' | pennyrow api POST /schedule --data -`,
  ])
    .argument('<method>', strings.method)
    .argument('[path]', strings.path)
    .option('--data <json>', strings.data)
    .action(
      withOptions<{ data?: string }, [string, string | undefined]>(async (options, first, second) => {
        const apiRequest = await requestOf(first, second, options.data);
        const answer = await callApi(await accessFor(options, apiRequest), apiRequest);
        await writeOut(answer);
        if (answer.headers['pennyrow-as-of'] !== undefined)
          await withAccount(options, (control, id) => warnIfStale(control, id, options));
        process.exitCode = EXIT.succeeded;
      }),
    );
}

const METHOD = /^(get|head|post|put|patch|delete|options)$/i;

/** Without a method, uses POST for a request with a body, otherwise GET. */
async function requestOf(first: string, second: string | undefined, data: string | undefined) {
  const path = second ?? first;
  if ((second === undefined && METHOD.test(first)) || path.includes('://'))
    throw createError('input_api_path', { given: path });
  const method = second === undefined ? (data === undefined ? 'GET' : 'POST') : first.toUpperCase();
  if (!METHOD.test(method)) throw createError('input_api_method', { given: first });
  if (data !== '-') return { method, path, body: data ?? null };
  requireInput();
  return { method, path, body: await readText(process.stdin) };
}

function accessFor(options: GlobalOptions, { method }: ApiRequest): Promise<ApiAccess> {
  const scopes: ApiAccess['scopes'][number][] = method === 'GET' || method === 'HEAD' ? ['read'] : ['write'];
  return withAccount(options, (control, accountId) => control.call('service.apiAccess', { accountId, scopes }));
}

function withAccount<Outcome>(
  options: GlobalOptions,
  ask: (control: OpenControl, accountId: string) => Promise<Outcome>,
): Promise<Outcome> {
  return usingControl(options, async (control) => ask(control, (await chooseAccount(control, options.account)).id));
}

/** Writes each part of the body as it arrives, for event streams, and adds a line end if the body has none. */
async function writeOut(answer: AsyncIterable<Uint8Array>): Promise<void> {
  let last = 10;
  async function* lines(): AsyncGenerator<Uint8Array> {
    for await (const piece of answer) {
      last = piece.at(-1) ?? last;
      yield piece;
    }
    if (last !== 10) yield Buffer.from('\n');
  }
  await pipeline(lines, process.stdout, { end: false }).catch((thrown: unknown) => {
    if (!isOutputError(thrown)) throw thrown;
  });
}

type ApiRequest = Awaited<ReturnType<typeof requestOf>>;

/** Resolves as soon as the headers have arrived. If the API refuses, throws an error that decides the exit code. */
async function callApi(
  { url, caPath, token }: ApiAccess,
  { method, path, body }: ApiRequest,
): Promise<IncomingMessage> {
  // Loaded lazily, because the program's help also loads this file and needs no HTTPS.
  const { request } = await import('node:https');
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const outgoing = request(
      new URL(apiPath(path), url),
      {
        method,
        ca: readFileSync(caPath),
        agent: false,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body !== null && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
        },
      },
      resolve,
    );
    outgoing.once('error', reject);
    outgoing.end(body ?? undefined);
  }).catch((thrown: unknown) => {
    throw createError('service_gone', {}, { cause: thrown });
  });
  const { statusCode: status = 0 } = answer;
  if (status >= 200 && status < 300) return answer;
  throw refusal(status, reasonIn(await readText(answer)));
}

/** Accepts `/transactions`, `transactions` and `/api/v2/transactions` for the same path. */
function apiPath(typed: string): string {
  const path = typed.replace(/^\/+/, '');
  return /^api(\/|$)/.test(path) ? `/${path}` : `/api/v2/${path}`;
}

const NEVER = new Set([400, 404, 405, 413, 415]);
const LATER = new Set([429, 503]);

/** The error for an HTTP status. Its code decides the exit code. */
function refusal(status: number, reason: string): PennyrowError {
  const params = { status: String(status), reason };
  if (NEVER.has(status)) return createError('input_api_refused', params);
  if (LATER.has(status)) return createError('api_busy', params);
  return createError('api_refused', params);
}

function reasonIn(body: string): string {
  try {
    return (JSON.parse(body) as { error?: string }).error ?? '';
  } catch {
    return '';
  }
}
