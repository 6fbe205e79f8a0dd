import * as z from 'zod/mini';
import { procedure } from './procedure.ts';

export interface SessionView {
  readonly id: string;
  /** From the User-Agent header. */
  readonly browser: string | null;
  readonly system: string | null;
  readonly createdAt: string;
  /** To the minute. */
  readonly lastUsedAt: string;
  readonly expiresAt: string;
}

export const sessionProcedures = {
  /** Most recently used first, without expired ones. */
  'session.list': procedure<readonly SessionView[]>()(z.strictObject({})),
  /** Returns the remaining sessions. An ended session is no error. */
  'session.end': procedure<readonly SessionView[]>()(z.strictObject({ sessionId: z.string() })),
  /** Returns the number of ended sessions. */
  'session.endAll': procedure<{ readonly ended: number }>()(z.strictObject({ except: z.optional(z.string()) })),
};
