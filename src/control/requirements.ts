import type { Run } from '../core/run.ts';
import { PennyrowError } from '../platform/errors.ts';
import { findAccount, type Account } from '../store/accounts.ts';
import { findConnection, type Connection } from '../store/connections.ts';
import type { Reader } from '../store/database.ts';
import { findMirrorState } from '../store/mirror.ts';
import { findRun } from '../store/runs.ts';
import { findToken, type Token } from '../store/tokens.ts';
import type { Sync } from '../sync/sync.ts';

export function requireAccount(store: Reader, id: string): Account {
  return found(findAccount(store, id), 'account_unknown', 'account', id);
}

/** Makes the mirror as fresh as it can be had. Throws why the workbook cannot be read when there is no mirror either. */
export async function requireMirror(store: Reader, sync: Pick<Sync, 'freshen'>, accountId: string): Promise<void> {
  requireAccount(store, accountId);
  const { problem } = await sync.freshen(accountId);
  if (problem !== null && findMirrorState(store, accountId) === null) throw problem;
}

export function requireConnection(store: Reader, id: string): Connection {
  return found(findConnection(store, id), 'connection_unknown', 'connection', id);
}

export function requireToken(store: Reader, id: string): Token {
  return found(findToken(store, id)?.token ?? null, 'token_unknown', 'token', id);
}

export function requireRun(store: Reader, id: string): Run {
  return found(findRun(store, id), 'run_unknown', 'run', id);
}

function found<Thing>(thing: Thing | null, code: PennyrowError['code'], what: string, id: string): Thing {
  if (thing !== null) return thing;
  const list = what === 'run' ? 'pennyrow runs' : `pennyrow ${what} list`;
  throw new PennyrowError(code, `There is no ${what} ${id}.`, `See what there is with \`${list}\`.`);
}
