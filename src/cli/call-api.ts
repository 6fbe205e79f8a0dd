import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { text as readText } from 'node:stream/consumers';
import type { ApiAccess } from '../contract/control/service.ts';
import { problem } from '../messages/problem.ts';
import { PennyrowError } from '../platform/errors.ts';

export interface ApiRequest {
  readonly method: string;
  /** As it was typed. */
  readonly path: string;
  /** JSON; the service says what is wrong with it. Null for none. */
  readonly body: string | null;
}

/**
 * The API's answer, once its head is there.
 *
 * @throws PennyrowError input_api_refused, api_refused, api_busy by the status of a refusal; service_gone
 */
export async function callApi(
  { url, caPath, token }: ApiAccess,
  { method, path, body }: ApiRequest,
): Promise<IncomingMessage> {
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
    throw new PennyrowError(problem('service_gone', {}), { cause: thrown });
  });
  const { statusCode: status = 0 } = answer;
  if (status >= 200 && status < 300) return answer;
  throw refusal(status, reasonIn(await readText(answer)));
}

/** `/transactions`, `transactions` and `/api/v2/transactions` are the same. */
function apiPath(typed: string): string {
  const path = typed.replace(/^\/+/, '');
  return /^api(\/|$)/.test(path) ? `/${path}` : `/api/v2/${path}`;
}

const NEVER = new Set([400, 404, 405, 413, 415]);
const LATER = new Set([429, 503]);

/** A code, and by it an exit code, for each thing that a script would do about it. */
function refusal(status: number, reason: string): PennyrowError {
  const params = { status: String(status), reason };
  if (NEVER.has(status)) return new PennyrowError(problem('input_api_refused', params));
  if (LATER.has(status)) return new PennyrowError(problem('api_busy', params));
  return new PennyrowError(problem('api_refused', params));
}

function reasonIn(body: string): string {
  try {
    return (JSON.parse(body) as { error?: string }).error ?? '';
  } catch {
    return '';
  }
}
