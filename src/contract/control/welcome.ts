import * as z from 'zod/mini';
import { accountId } from './accounts.ts';
import { procedure } from './procedure.ts';
import type { StartedRun } from './runs.ts';

const WELCOME_STEPS = ['place', 'workbook', 'bank', 'sync', 'schedule'] as const;

export type WelcomeStep = (typeof WELCOME_STEPS)[number];

export interface WelcomeView {
  /** True if the dashboard shows the welcome page first. */
  readonly isWanted: boolean;
  /** First step that is neither done nor skipped. */
  readonly next: WelcomeStep | null;
  /** False for the workbook that Pennyrow created at its first start. */
  readonly hasChosenWorkbook: boolean;
  /** Free paths in the user's documents. */
  readonly suggested: { readonly workbook: string; readonly demo: string };
  readonly isInDemo: boolean;
  /** False once the account has the user's own data. */
  readonly canTryDemo: boolean;
}

export const welcomeProcedures = {
  'welcome.get': procedure<WelcomeView>()(z.strictObject({ accountId })),
  /** Skips the step. */
  'welcome.pass': procedure<WelcomeView>()(z.strictObject({ accountId, step: z.enum(WELCOME_STEPS) })),
  'welcome.end': procedure<null>()(z.strictObject({})),
  /** Connects the demo bank and a new workbook, and starts a sync. Throws `account_has_data`. */
  'demo.begin': procedure<StartedRun & { readonly path: string }>()(z.strictObject({ accountId })),
  /** Removes the demo and restarts the welcome page; the file stays at `path`. */
  'demo.leave': procedure<{ readonly path: string }>()(z.strictObject({ accountId })),
};
