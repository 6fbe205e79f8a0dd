import * as z from 'zod/mini';
import { setupToken, type ConnectionView } from './connections.ts';
import { procedure } from './procedure.ts';

const connectionId = z.string().check(z.minLength(1));

/** What a look at a connection's access shows. */
export interface AccessView {
  readonly host: string;
  readonly accounts: readonly { readonly name: string; readonly bank: string | null; readonly currency: string }[];
  readonly messages: readonly { readonly severity: 'info' | 'warning' | 'problem'; readonly code: string; readonly message: string; readonly remedy: string | null }[];
}

/** An answer of the source that is kept to be looked at, and used again where that spares a request. */
export interface AnswerView {
  readonly number: number;
  readonly at: string;
  /** What was asked, without the host and the access. */
  readonly request: string;
  /** As it is kept, compressed. */
  readonly bytes: number;
}

export const accessProcedures = {
  /** Gives a connection a new access; its rows, its settings and what it knows stay. */
  'connection.reauthorise': procedure<ConnectionView>()(z.strictObject({ connectionId, setupToken })),
  /** Asks the source for its accounts now, which counts as a request. */
  'connection.test': procedure<AccessView>()(z.strictObject({ connectionId })),
  /** What the source answered lately, the newest first. */
  'connection.answers': procedure<readonly AnswerView[]>()(z.strictObject({ connectionId })),
  /** One of them, as it was sent. */
  'connection.answer': procedure<{ readonly text: string }>()(z.strictObject({ connectionId, number: z.int() })),
};
