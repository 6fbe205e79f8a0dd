import * as z from 'zod/mini';
import { accountId } from './accounts.ts';
import { procedure } from './procedure.ts';
import type { StartedRun } from './runs.ts';

/** From a new install to one that syncs automatically, in this order. */
const WELCOME_STEPS = ['place', 'workbook', 'bank', 'sync', 'schedule'] as const;

export type WelcomeStep = (typeof WELCOME_STEPS)[number];

/** How far an install is set up, from what is there: what was done elsewhere counts as much as what was done here. */
export interface WelcomeView {
  /** True if the dashboard begins with it: nothing is set up here yet, or it was begun and has steps left. */
  readonly isWanted: boolean;
  /** The first step that is neither done nor passed by; null when none is left. */
  readonly next: WelcomeStep | null;
  /** False for the workbook that Pennyrow made on its own, and for none. */
  readonly hasChosenWorkbook: boolean;
  /** Full paths in the person's documents, where nothing is yet. */
  readonly suggested: { readonly workbook: string; readonly demo: string };
  /** True if the account's workbook is the one of the demo. */
  readonly isInDemo: boolean;
  /** False once there is something of the person's own that the demo would be in the way of. */
  readonly canTryDemo: boolean;
}

export const welcomeProcedures = {
  'welcome.get': procedure<WelcomeView>()(z.strictObject({ accountId })),
  /** Goes on without the step; what it would have done can be done at any time. */
  'welcome.pass': procedure<WelcomeView>()(z.strictObject({ accountId, step: z.enum(WELCOME_STEPS) })),
  /** The dashboard does not begin with it any more. */
  'welcome.end': procedure<null>()(z.strictObject({})),
  /**
   * Connects the demo bank to a new workbook among the person's documents, and begins the first sync. Asked again, it
   * continues where it was. Refused with `account_has_data` where there is something of the person's own.
   */
  'demo.begin': procedure<StartedRun & { readonly path: string }>()(z.strictObject({ accountId })),
  /** Takes the demo bank and its workbook from the account, and starts the welcome over; the file stays at `path`. */
  'demo.leave': procedure<{ readonly path: string }>()(z.strictObject({ accountId })),
};
