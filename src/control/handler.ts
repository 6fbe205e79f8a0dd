import type { Changed } from '../contract/control/events.ts';
import type { Input, Output, ProcedureName } from '../contract/control/index.ts';

/**
 * Who asks: the command line, whose user may run anything on this machine anyway, or a page, which somebody else may have
 * taken over; of a page that is here it is known that its browser is on this machine.
 */
export type Asker = 'command-line' | 'page' | 'page-here';

/** Answers one procedure. The signal ends when the asker is gone. */
export type Handler<Name extends ProcedureName> = (
  input: Input<Name>,
  signal: AbortSignal,
  asker: Asker,
) => Output<Name> | Promise<Output<Name>>;

export type Handlers<Name extends ProcedureName = ProcedureName> = { readonly [Key in Name]: Handler<Key> };

/** Tells every open window that it should ask again. */
export type Announce = (what: Changed, accountId: string | null) => void;
