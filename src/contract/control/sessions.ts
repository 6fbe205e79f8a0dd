import * as z from 'zod/mini';
import { procedure } from './procedure.ts';

export interface SessionView {
  readonly id: string;
  readonly browser: string | null;
  readonly system: string | null;
  readonly createdAt: string;
  readonly lastUsedAt: string;
  readonly expiresAt: string;
}

export const sessionProcedures = {
  'session.list': procedure<readonly SessionView[]>()({}),
  'session.end': procedure<readonly SessionView[]>()({ sessionId: z.string() }),
  'session.endAll': procedure<{ readonly ended: number }>()({ except: z.optional(z.string()) }),
};
