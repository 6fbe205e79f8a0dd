import { expect } from 'vitest';
import type { BankWorld } from '../../fakes/banks/bank-world.ts';
import type { Fault } from '../../fakes/simplefin/faults.ts';
import type { BankShell } from './bank-shell.ts';

/** What happens between a service and this machine. */
const FAULTS = {
  '503': { status: 503, body: 'Service Unavailable' },
  '429': { status: 429, headers: { 'Retry-After': '3' } },
  'a web page that claims success': 'html',
  'a line that breaks': 'reset',
  'half an answer': 'cut',
  'JSON without end': 'deep',
} satisfies Readonly<Record<string, Fault>>;

export type FaultName = keyof typeof FAULTS;

const FAULT_NAMES = Object.keys(FAULTS) as readonly FaultName[];

/** Of a service behind the same client as one that was tried with all: an answer of each sort. */
export const SOME_FAULTS = ['503', 'half an answer'] as const satisfies readonly FaultName[];

interface Connected {
  readonly shell: BankShell;
  readonly world: BankWorld;
  readonly host: string;
  /** What must not show. */
  readonly secrets: readonly string[];
  /** How many rows there are in the end. */
  readonly rows: number;
}

/** A connection that was never synced, in a world with one fault after the other: each is told with the host, and nothing is written. */
export async function rowsAfterFaults(
  { shell, world, host, secrets, rows }: Connected,
  names: readonly FaultName[] = FAULT_NAMES,
): Promise<string[]> {
  for (const name of names) {
    world.always = FAULTS[name];
    const { code, stdout, stderr } = await shell.run(['sync']);
    expect([name, code, stderr]).toEqual([name, 1, '']);
    expect(stdout.replaceAll(/\s+/g, ' ')).toMatch(new RegExp(`${host.replaceAll('.', String.raw`\.`)}.*\\S\\. \\S`));
    for (const secret of secrets) expect(stdout).not.toContain(secret);
  }
  world.always = null;
  expect((await shell.run(['sync'])).stdout).toContain(`${rows} added`);
  return shell.rows();
}
