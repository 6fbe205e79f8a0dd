import * as z from 'zod/mini';
import type { AccessView } from './access-view.ts';
import { secret, type AuthorisedConnectionView } from './connections.ts';
import { procedure } from './procedure.ts';

const connectionId = z.string().check(z.minLength(1));

/** An answer of the source that is kept to be looked at, and used again where that spares a request. */
export interface AnswerView {
  readonly number: number;
  readonly at: string;
  /** Path of the request, without the host and the access. */
  readonly request: string;
  /** As it is kept, compressed. */
  readonly bytes: number;
}

export const accessProcedures = {
  /** Gives a connection a new access; its rows, its settings and what it knows stay. `anyway` as with `connection.add`. */
  'connection.reauthorise': procedure<AuthorisedConnectionView>()(
    z.strictObject({ connectionId, secret, anyway: z.optional(z.boolean()) }),
  ),
  /** The next syncs ask for days from this one on, "2026-01-31", by default for a year, also where nothing came before. */
  'connection.backfill': procedure<{ readonly from: string }>()(
    z.strictObject({ connectionId, from: z.optional(z.string()) }),
  ),
  /** Asks the source for its accounts now, which counts as a request, and is the connection's state from then on. */
  'connection.test': procedure<AccessView>()(z.strictObject({ connectionId })),
  /** Recent responses of the source, the newest first. */
  'connection.answers': procedure<readonly AnswerView[]>()(z.strictObject({ connectionId })),
  /** One of them, as it was sent. */
  'connection.answer': procedure<{ readonly text: string }>()(z.strictObject({ connectionId, number: z.int() })),
};
