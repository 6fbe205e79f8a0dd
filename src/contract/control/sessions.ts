import * as z from 'zod/mini';
import { procedure } from './procedure.ts';

/** A browser that is signed in to the dashboard. */
export interface SessionView {
  readonly id: string;
  /** "Firefox" and "Linux", as far as the browser says so. */
  readonly browser: string | null;
  readonly system: string | null;
  readonly createdAt: string;
  /** To the minute. */
  readonly lastUsedAt: string;
  /** When it ends unless it is used before. */
  readonly expiresAt: string;
}

export const sessionProcedures = {
  /** Those that are not over, the one that was used last first. */
  'session.list': procedure<readonly SessionView[]>()(z.strictObject({})),
  /** Signs a browser out, at once. One that is signed out already stays so. Answers with those that are left. */
  'session.end': procedure<readonly SessionView[]>()(z.strictObject({ sessionId: z.string() })),
  /** Signs every browser out, but for `except`. Returns how many there were. */
  'session.endAll': procedure<{ readonly ended: number }>()(z.strictObject({ except: z.optional(z.string()) })),
};
