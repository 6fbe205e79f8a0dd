import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Run } from '../../../src/core/run.ts';
import { ended, spawnPennyrow, type Ended } from '../../cli/pennyrow.ts';
import type { BankWorld } from '../../fakes/banks/bank-world.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { elsewhere, type Environment } from './google-home.ts';

/** The built program on a machine at which stand-ins answer for banks. */
export interface BankShell {
  readonly folder: string;
  run(args: readonly string[], input?: string, environment?: Environment): Promise<Ended>;
  /** `pennyrow sync --json`. */
  sync(): Promise<{ readonly code: number | null; readonly run: Run }>;
  /** What stands in the sheet: "2026-03-01 -12.00 Shop". */
  rows(): Promise<string[]>;
}

export function bankShell({ port, ca }: Pick<BankWorld, 'port' | 'ca'>): BankShell {
  const folder = temporaryFolder();
  const authority = join(folder, 'bank-ca.pem');
  writeFileSync(authority, ca);
  return shellIn(folder, { ...elsewhere(port), NODE_EXTRA_CA_CERTS: authority });
}

/** The built program on a data folder. */
export function shellIn(folder: string, world: Environment = {}): BankShell {
  const run: BankShell['run'] = (args, input = '', environment = {}) =>
    ended(spawnPennyrow(folder, args, { TZ: 'UTC', ...world, ...environment }, input));
  return {
    folder,
    run,
    sync: async () => {
      const answer = await run(['sync', '--json']);
      return { code: answer.code, run: answer.json<Run>() };
    },
    rows: async () =>
      (await run(['export', '--format', 'json']))
        .json<{ date: string; amount: string; sheet_description: string }[]>()
        .map(({ date, amount, sheet_description }) => `${date} ${amount} ${sheet_description}`)
        .toSorted(),
  };
}
