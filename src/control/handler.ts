import type { StartedRun } from '../contract/control/runs.ts';
import en from 'zod/v4/locales/en.js';
import type * as z from 'zod/mini';
import { createError } from '../platform/errors.ts';
import type { Changed } from '../contract/control/events.ts';
import type { Input, Output, procedureGroups, ProcedureName } from '../contract/control/index.ts';
import { isAbsolute } from 'node:path';
import type { Run } from '../core/run.ts';
import { requireAccount } from '../store/accounts.ts';
import type { Reader } from '../store/database.ts';
import { findMirrorState } from '../store/mirror.ts';
import { findRun } from '../store/runs.ts';
import { findToken, type Token } from '../store/tokens.ts';
import type { Sync } from '../sync/create-sync.ts';

/** `trusted`: Pennyrow or its command line. `page`: the dashboard or an agent. `page-here`: the dashboard in a browser on this machine. */
export type Caller = 'trusted' | 'page' | 'page-here';

type Handler<Name extends ProcedureName> = (
  input: Input<Name>,
  signal: AbortSignal,
  caller: Caller,
) => Output<Name> | Promise<Output<Name>>;

export type Handlers<Group extends keyof typeof procedureGroups> = {
  readonly [Name in Extract<keyof (typeof procedureGroups)[Group], ProcedureName>]: Handler<Name>;
};

/** Makes open windows reload the affected data. */
export type Announce = (what: Changed, accountId: string | null) => void;

/** Passed to each check, because packages such as MCP's change Zod's default error texts for the whole process. */
const ERROR_TEXTS = { error: en().localeError };

export function checkInput<Schema extends z.ZodMiniType>(
  name: string,
  schema: Schema,
  input: unknown,
): z.infer<Schema> {
  const checked = schema.safeParse(input, ERROR_TEXTS);
  if (checked.success) return checked.data;
  const issues = checked.error.issues.map((issue) => `${issue.path.join('.') || 'input'}: ${issue.message}`).join('; ');
  throw createError('input_invalid', { reason: 'other', field: name, issues });
}

export function startedRun(runId: string): StartedRun {
  return { runId, joined: false };
}

export async function requireMirror(store: Reader, sync: Pick<Sync, 'freshen'>, accountId: string): Promise<void> {
  requireAccount(store, accountId);
  const { problem } = await sync.freshen(accountId);
  if (problem !== null && findMirrorState(store, accountId) === null) throw problem;
}

export function requireToken(store: Reader, id: string): Token {
  const token = findToken(store, id)?.token;
  if (token !== undefined) return token;
  throw createError('token_unknown', { token: id });
}

export function requireRun(store: Reader, id: string): Run {
  const run = findRun(store, id);
  if (run !== null) return run;
  throw createError('run_unknown', { run: id });
}

export function requireFullPaths(paths: readonly string[]): void {
  const relative = paths.find((path) => !isAbsolute(path));
  if (relative !== undefined) throw createError('input_path', { path: relative });
}
