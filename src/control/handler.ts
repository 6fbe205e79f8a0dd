import type { Changed } from '../contract/control/events.ts';
import type { Input, Output, ProcedureName } from '../contract/control/index.ts';

/** Answers one procedure. The signal ends when the asker is gone. */
export type Handler<Name extends ProcedureName> = (
  input: Input<Name>,
  signal: AbortSignal,
) => Output<Name> | Promise<Output<Name>>;

export type Handlers<Name extends ProcedureName = ProcedureName> = { readonly [Key in Name]: Handler<Key> };

/** Tells every open window that it should ask again. */
export type Announce = (what: Changed, accountId: string | null) => void;
