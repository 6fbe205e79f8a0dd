import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Run } from '../../src/core/run.ts';
import { runPennyrow, type Ended } from '../cli/pennyrow.ts';
import { recentBanks } from '../fakes/simplefin/bank.ts';
import { fakeSimplefin, type FakeSimplefin, type FakeSimplefinOptions } from '../fakes/simplefin/server.ts';
import { exceljsRows } from '../support/exceljs-person.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

export interface Shell {
  readonly server: FakeSimplefin;
  /** The server's host as messages show it. */
  readonly host: string;
  readonly folder: string;
  run(args: readonly string[], input?: string, environment?: Readonly<Record<string, string>>): Promise<Ended>;
  /** `pennyrow connection add simplefin`, with a new token. */
  add(...options: readonly string[]): Promise<Ended>;
  /** `pennyrow sync --json`. */
  sync(): Promise<{ readonly code: number | null; readonly run: Run }>;
  /** The workbook's rows as another program reads them. */
  rows(): Promise<Record<string, string | number | null>[]>;
}

/**
 * The built program, which trusts the server's authority as configured by a user. Its banks have recent transactions.
 */
export async function shell(options: FakeSimplefinOptions = {}): Promise<Shell> {
  const server = await fakeSimplefin(options);
  server.bank = recentBanks();
  const folder = temporaryFolder();
  const ca = join(folder, 'bank-ca.pem');
  writeFileSync(ca, server.ca);
  const run: Shell['run'] = (args, input = '', environment = {}) =>
    runPennyrow(folder, args, { NODE_EXTRA_CA_CERTS: ca, TZ: 'UTC', ...environment }, input);
  return {
    server,
    host: new URL(server.origin).host,
    folder,
    run,
    add: (...more) => run(['connection', 'add', 'simplefin', ...more], `${server.newSetupToken()}\n`),
    sync: async () => {
      const answer = await run(['sync', '--json']);
      return { code: answer.code, run: answer.json<Run>() };
    },
    rows: () => exceljsRows(join(folder, 'Pennyrow.xlsx'), 'Transactions'),
  };
}

/** Removes the line breaks that depend on the terminal's width. */
export function unwrapped(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}
