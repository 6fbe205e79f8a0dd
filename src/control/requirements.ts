import { isAbsolute } from 'node:path';
import type { Run } from '../core/run.ts';
import type { Problem } from '../messages/parameters.ts';
import { problem } from '../messages/problem.ts';
import { PennyrowError } from '../platform/errors.ts';
import { findAccount, type Account } from '../store/accounts.ts';
import { findConnection, type Connection } from '../store/connections.ts';
import type { Reader } from '../store/database.ts';
import { findMirrorState } from '../store/mirror.ts';
import { findRun } from '../store/runs.ts';
import { findToken, type Token } from '../store/tokens.ts';
import type { Sync } from '../sync/create-sync.ts';

export function requireAccount(store: Reader, id: string): Account {
  return findAccount(store, id) ?? unknown(problem('account_unknown', { account: id, known: null }));
}

/** Freshens the mirror. Throws if there is none and the workbook cannot be read. */
export async function requireMirror(store: Reader, sync: Pick<Sync, 'freshen'>, accountId: string): Promise<void> {
  requireAccount(store, accountId);
  const { problem } = await sync.freshen(accountId);
  if (problem !== null && findMirrorState(store, accountId) === null) throw problem;
}

export function requireConnection(store: Reader, id: string): Connection {
  return findConnection(store, id) ?? unknown(problem('connection_unknown', { connection: id, known: null }));
}

export function requireToken(store: Reader, id: string): Token {
  return findToken(store, id)?.token ?? unknown(problem('token_unknown', { token: id }));
}

export function requireRun(store: Reader, id: string): Run {
  return findRun(store, id) ?? unknown(problem('run_unknown', { run: id }));
}

/** The service's working folder differs from the caller's. Throws PennyrowError `input_path`. */
export function requireFullPaths(paths: readonly string[]): void {
  const relative = paths.find((path) => !isAbsolute(path));
  if (relative !== undefined) throw new PennyrowError(problem('input_path', { path: relative }));
}

function unknown(what: Problem): never {
  throw new PennyrowError(what);
}
