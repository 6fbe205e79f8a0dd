import type { Run } from '../core/run.ts';
import { PennyrowError } from '../platform/errors.ts';
import { findAccount, type Account } from '../store/accounts.ts';
import { findConnection, type Connection } from '../store/connections.ts';
import type { Reader } from '../store/database.ts';
import { findRun } from '../store/runs.ts';
import { findToken, type Token } from '../store/tokens.ts';

export function requireAccount(store: Reader, id: string): Account {
  return found(findAccount(store, id), 'account_unknown', 'account', id);
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
