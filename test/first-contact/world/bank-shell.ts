import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Run } from '../../../src/core/run.ts';
import { answerPennyrow, runPennyrow, type Ended } from '../../cli/pennyrow.ts';
import type { BankWorld } from '../../fakes/banks/bank-world.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import type { Person } from '../../support/warm-program.ts';
import { elsewhere, type Environment } from './google-home.ts';

/** The built program on a machine with fake bank services. */
export interface BankShell {
  readonly folder: string;
  /** The environment of each command. */
  readonly surroundings: Environment;
  run(args: readonly string[], input?: string, environment?: Environment): Promise<Ended>;
  /**
   * Like `run`, for a command that opens a browser. First types `secrets`; then `answer` gets the address of the page, and
   * returns the address at which the browser ends.
   */
  consent(args: readonly string[], answer: (url: string) => string | Promise<string>, secrets?: string): Promise<Ended>;
  /** `pennyrow sync --json`. */
  sync(): Promise<{ readonly code: number | null; readonly run: Run }>;
  /** The rows of the sheet: "2026-03-01 -12.00 Shop". */
  rows(): Promise<string[]>;
}

export function bankShell({ port, ca }: Pick<BankWorld, 'port' | 'ca'>, folder = temporaryFolder()): BankShell {
  const authority = join(folder, 'bank-ca.pem');
  writeFileSync(authority, ca);
  return shellIn(folder, { ...elsewhere(port), NODE_EXTRA_CA_CERTS: authority });
}

/** The built program on a data folder. */
export function shellIn(folder: string, world: Environment = {}): BankShell {
  const surroundings = { TZ: 'UTC', ...world };
  const run: BankShell['run'] = (args, input = '', environment = {}) =>
    runPennyrow(folder, args, { ...surroundings, ...environment }, input);
  return {
    folder,
    surroundings,
    run,
    consent: async (args, answer, secrets) => {
      let output = '';
      let isAnswered = false;
      const person: Person = (piece, type) => {
        output += piece;
        const url = /^https:\S+$/m.exec(output)?.[0];
        if (url === undefined || isAnswered || !output.includes('Ctrl-C')) return;
        isAnswered = true;
        void Promise.resolve(answer(url)).then((address) => secrets ?? type(`${address}\n`));
      };
      return answerPennyrow(folder, [...args, '--no-browser'], surroundings, person, secrets ?? null);
    },
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
