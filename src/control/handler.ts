import type { StartedRun } from '../contract/control/runs.ts';
import type * as z from 'zod/mini';
import { problem } from '../messages/problem.ts';
import { PennyrowError } from '../platform/errors.ts';
import type { Changed } from '../contract/control/events.ts';
import type { Input, Output, ProcedureName } from '../contract/control/index.ts';

/**
 * `trusted` is the command line, whose user can run anything on this machine, and Pennyrow itself. A `page` or an
 * agent may be compromised. `page-here` runs in a browser on this machine.
 */
export type Caller = 'trusted' | 'page' | 'page-here';

/** The signal aborts when the caller disconnects. */
export type Handler<Name extends ProcedureName> = (
  input: Input<Name>,
  signal: AbortSignal,
  caller: Caller,
) => Output<Name> | Promise<Output<Name>>;

export type Handlers<Name extends ProcedureName = ProcedureName> = { readonly [Key in Name]: Handler<Key> };

/** Makes open windows reload. */
export type Announce = (what: Changed, accountId: string | null) => void;

/** Throws input_invalid. */
export function checkInput<Schema extends z.ZodMiniType>(
  name: string,
  schema: Schema,
  input: unknown,
): z.infer<Schema> {
  const checked = schema.safeParse(input);
  if (checked.success) return checked.data;
  const issues = checked.error.issues.map((issue) => `${issue.path.join('.') || 'input'}: ${issue.message}`).join('; ');
  throw new PennyrowError(problem('input_invalid', { reason: 'other', field: name, issues }));
}

export function startedRun(runId: string, message: string): StartedRun {
  return { runId, joined: false, message };
}
