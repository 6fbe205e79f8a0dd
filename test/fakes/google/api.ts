import type { IncomingMessage } from 'node:http';
import { getFile, listFiles } from './drive.ts';
import type { FileStore } from './files.ts';
import { badRequest, driveFault, notInTheFake, rpcFault } from './google-error.ts';
import type { Authority, Caller } from './oauth/authority.ts';
import type { CallKind, Quota } from './quota.ts';
import type { Route } from './router.ts';
import { sheetsAnswer } from './sheets/service.ts';
import { validateBody, validQuery } from './validation.ts';

export interface Environment {
  readonly clock: { now(): number };
  readonly authority: Authority;
  readonly files: FileStore;
  readonly quota: Quota;
}

export interface ApiCall {
  readonly route: Route;
  readonly path: Readonly<Record<string, string>>;
  readonly search: URLSearchParams;
  readonly request: IncomingMessage;
  readonly text: string;
}

export function kindOf({ api, method }: Route): CallKind {
  return api === 'sheets' &&
    /\.(create|batchUpdate|update|append|clear|batchClear|copyTo|batchUpdateByDataFilter|batchClearByDataFilter)$/.test(
      method.id,
    )
    ? 'write'
    : method.httpMethod === 'GET' || api === 'sheets'
      ? 'read'
      : 'write';
}

/**
 * Answers a call of Sheets or Drive in Google's order: identifies the caller, checks the quota, validates the request,
 * then runs the call.
 */
export function apiAnswer({ route, path, search, request, text }: ApiCall, environment: Environment): unknown {
  const { api, method, description } = route;
  const caller = callerOf(request, api, environment.authority);
  environment.quota.take(api, kindOf(route), caller.project, caller.email);
  const query = validQuery(search, method, description);
  if (query['alt'] !== undefined && query['alt'] !== 'json' && query['alt'] !== 'media')
    throw notInTheFake(`alt=${String(query['alt'])}`);
  if (!method.scopes.some((scope) => caller.scopes.has(scope))) throw scopesFault(api, method.id);
  if (method.response === undefined) throw notInTheFake(method.id);
  const body = method.request === undefined ? {} : bodyOf(text, request);
  if (method.request !== undefined) validateBody(body, method.request.$ref, description);
  if (method.id === 'drive.files.get') return getFile(path['fileId'] ?? '', query, caller, environment.files);
  if (method.id === 'drive.files.list') return listFiles(query, caller, environment.files);
  return sheetsAnswer(
    {
      method: method.id.replace('sheets.spreadsheets.', ''),
      path,
      query,
      body,
      caller,
      files: environment.files,
      clock: environment.clock,
    },
    method.response.$ref,
  );
}

function bodyOf(text: string, request: IncomingMessage): Record<string, unknown> {
  if (text === '') return {};
  if (!/^application\/json\b/.test(request.headers['content-type'] ?? '')) {
    throw badRequest([
      {
        description: `Invalid JSON payload received. Unexpected content type: ${String(request.headers['content-type'])}`,
      },
    ]);
  }
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    throw badRequest([{ description: 'Invalid JSON payload received. Unexpected end of string.' }]);
  }
}

function callerOf({ headers }: IncomingMessage, api: Route['api'], authority: Authority): Caller {
  const token = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1];
  const caller = token === undefined ? null : authority.callerOf(token);
  if (caller !== null) return caller;
  const challenge = {
    'www-authenticate':
      token === undefined
        ? 'Bearer realm="https://accounts.google.com/"'
        : 'Bearer realm="https://accounts.google.com/", error="invalid_token"',
  };
  if (token === undefined) {
    // As at Google, a request without credentials gets 403; an invalid token gets 401.
    throw rpcFault(
      403,
      "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other form of API consumer identity to call this API.",
      undefined,
      challenge,
    );
  }
  if (api === 'drive')
    throw driveFault(
      401,
      'authError',
      'Invalid Credentials',
      { location: 'Authorization', locationType: 'header' },
      challenge,
    );
  throw rpcFault(
    401,
    'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential. See https://developers.google.com/identity/sign-in/web/devconsole-project.',
    [
      {
        '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
        reason: 'ACCESS_TOKEN_EXPIRED',
        domain: 'googleapis.com',
        metadata: { service: 'sheets.googleapis.com' },
      },
    ],
    challenge,
  );
}

function scopesFault(api: Route['api'], method: string): Error {
  if (api === 'drive')
    return driveFault(
      403,
      'insufficientPermissions',
      'Insufficient Permission: Request had insufficient authentication scopes.',
    );
  return rpcFault(403, 'Request had insufficient authentication scopes.', [
    {
      '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
      reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT',
      domain: 'googleapis.com',
      metadata: { method, service: 'sheets.googleapis.com' },
    },
  ]);
}
