import * as z from 'zod/mini';
import { accountId } from './accounts.ts';
import { procedure } from './procedure.ts';
import type { StartedRun } from './runs.ts';

const WELCOME_STEPS = ['place', 'workbook', 'bank', 'sync', 'schedule'] as const;

export type WelcomeStep = (typeof WELCOME_STEPS)[number];

export interface WelcomeView {
  readonly isWanted: boolean;
  readonly next: WelcomeStep | null;
  /** False if the workbook is still the one that Pennyrow created at its first start. */
  readonly hasChosenWorkbook: boolean;
  readonly suggestedPath: string;
  readonly isInDemo: boolean;
  /** False once the account has the user's own data. */
  readonly canTryDemo: boolean;
}

export const welcomeProcedures = {
  'welcome.get': procedure<WelcomeView>()({ accountId }),
  'welcome.pass': procedure<WelcomeView>()({ accountId, step: z.enum(WELCOME_STEPS) }),
  'welcome.end': procedure<null>()({}),
  'demo.begin': procedure<StartedRun & { readonly path: string }>()({ accountId }),
  'demo.leave': procedure<{ readonly path: string }>()({ accountId }),
};
