import * as z from 'zod/mini';
import { accountId } from './accounts.ts';
import { procedure } from './procedure.ts';
import type { StartedRun } from './runs.ts';

const day = z.iso.date();

/** A row that the user deleted and that therefore stays away. */
export interface DeletedRow {
  readonly transactionId: string;
  readonly date: string;
  readonly description: string;
  readonly amount: string;
  readonly currency: string;
  readonly account: string;
  readonly category: string;
}

export const deletedProcedures = {
  'deleted.list': procedure<readonly DeletedRow[]>()(z.strictObject({ accountId })),
  'deleted.restore': procedure<StartedRun>()(
    z.strictObject({ accountId, transactionIds: z.array(z.string()).check(z.minLength(1)) }),
  ),
  /** Lets the next sync or import bring back deleted rows of these days. */
  'deleted.forget': procedure<{ readonly forgotten: number }>()(z.strictObject({ accountId, from: day, to: day })),
};
