import type { Changed } from '../contract/control/events.ts';
import type { Input, Output, ProcedureName } from '../contract/control/index.ts';

/**
 * `trusted` is the command line, whose user may run anything on this machine anyway, and Pennyrow's own code. `page` is a
 * page or an agent, which may be in somebody else's hands; the browser of `page-here` is known to be on this machine.
 */
export type Caller = 'trusted' | 'page' | 'page-here';

/** Answers one procedure. The signal ends when the caller is gone. */
export type Handler<Name extends ProcedureName> = (
  input: Input<Name>,
  signal: AbortSignal,
  caller: Caller,
) => Output<Name> | Promise<Output<Name>>;

export type Handlers<Name extends ProcedureName = ProcedureName> = { readonly [Key in Name]: Handler<Key> };

/** Tells every open window that it should ask again. */
export type Announce = (what: Changed, accountId: string | null) => void;
