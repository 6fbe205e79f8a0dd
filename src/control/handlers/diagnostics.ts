import { arch, availableParallelism, platform, release, totalmem } from 'node:os';
import type { Finding } from '../../contract/control/service.ts';
import type { diagnosticsProcedures } from '../../contract/control/diagnostics.ts';
import { toInstant } from '../../core/calendar-date.ts';
import { listAccounts } from '../../store/accounts.ts';
import { checkAccounts } from '../check-accounts.ts';
import type { ControlDependencies } from '../dependencies.ts';
import { accountDiagnostics } from '../diagnostics/account-diagnostics.ts';
import { latestLogLines } from '../diagnostics/log-lines.ts';
import type { Handlers } from '../handler.ts';
import { readSettings } from '../settings.ts';

const MEGABYTE = 1024 * 1024;

export function diagnosticsHandlers(deps: ControlDependencies): Handlers<keyof typeof diagnosticsProcedures> {
  const { store, schedules, clock, about, defaults } = deps;
  return {
    'diagnostics.collect': async () => ({
      madeAt: toInstant(clock.now()),
      pennyrow: { version: about.version, startedAt: about.startedAt, isServing: about.url() !== null },
      machine: {
        platform: platform(),
        release: release(),
        architecture: arch(),
        node: process.version,
        cores: availableParallelism(),
        memoryMegabytes: Math.round(totalmem() / MEGABYTE),
      },
      settings: readSettings(store, defaults.syncLimits),
      accounts: listAccounts(store).map((account) => accountDiagnostics(store, schedules, account)),
      findings: [...(await deps.checkMachine()), ...(await checkAccounts(deps))].map((finding) => ({
        check: nameless(finding),
        status: finding.status,
      })),
      log: await latestLogLines(about.logFile),
    }),
  };
}

/** "workbook of Household" is about a workbook; whose it is, is nobody's business. */
function nameless({ check, about, name }: Finding): string {
  return name === null ? check : about;
}
