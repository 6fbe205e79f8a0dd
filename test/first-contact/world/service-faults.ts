import { expect } from 'vitest';
import type { Ended } from '../../cli/pennyrow.ts';
import type { BankWorld } from '../../fakes/banks/bank-world.ts';
import { page, type Fault } from '../../fakes/simplefin/faults.ts';
import type { BankShell } from './bank-shell.ts';
import type { Environment } from './google-home.ts';

/** The faults between a service and this machine. */
export interface Trouble {
  readonly name: string;
  readonly fault: Fault;
  /** The expected message, without the remedy, `before` and `after` the connection is saved. */
  readonly before: RegExp;
  readonly after: RegExp;
  readonly environment?: Environment;
}

const OWN_PROBLEM = {
  before: /reports an internal problem \(status 503\)\. Try again in some minutes\.$/,
  after:
    /reports an internal problem \(status 503\)\. Nothing was changed\. Try again in some minutes; scheduled syncs do so/,
};
/** The messages that a fault of the network must cause, before and after the first sync. `what`: the name of the fault. */
export const line = (what: string) => ({
  before: new RegExp(`${what}\\. Check the connection to the internet, then try again\\.$`),
  after: new RegExp(
    `${what}\\. Nothing was changed\\. Check the connection to the internet; the next sync tries again\\.`,
  ),
});
const CUT = line('failed or was cut off( \\([A-Z_]+\\))?');
const BUSY = {
  before: /was asked too often\. Try again after [^.]*\d+:\d\d[^.]*\.$/,
  after: /was asked too often.* Pennyrow asks again after .*: at the next scheduled sync, or when you start one\./,
};
const NO_ANSWER = / If a network asks you to sign in first, do that; else ask the support of /;
const PAGE = new RegExp(`answered with a web page instead of an answer.*${NO_ANSWER.source}`);
const NONSENSE = new RegExp(`answered with something that is no answer of its kind\\..*${NO_ANSWER.source}`);

/** Faults whose message depends on the kind of service, and a connection reset. `TROUBLES` adds all other faults. */
const SOME_TROUBLES: readonly Trouble[] = [
  { name: '503', fault: { status: 503, body: '<h1>Service Unavailable</h1>' }, ...OWN_PROBLEM },
  {
    name: 'a web page with 403',
    fault: page(403, 'Blocked'),
    before: /answered with a web page .* Try again in some minutes, or without a VPN or proxy\.$/,
    after: /answered with a web page .* The access is kept.* tries again automatically where there is a schedule\./,
  },
  { name: 'a connection reset', fault: 'reset', ...CUT },
];

export const TROUBLES: readonly Trouble[] = [
  ...SOME_TROUBLES,
  { name: '429', fault: { status: 429 }, ...BUSY },
  { name: '429 with Retry-After', fault: { status: 429, headers: { 'Retry-After': '1' } }, ...BUSY },
  { name: 'a web page that claims success', fault: 'html', before: PAGE, after: PAGE },
  { name: 'a truncated response', fault: 'cut', ...CUT },
  { name: 'JSON without end', fault: 'deep', before: NONSENSE, after: NONSENSE },
  { name: 'silence', fault: 'silence', ...line('took too long to answer') },
];

/** The timeout is short only for services that never answer: on a busy machine, other commands may need longer. */
const SILENCE = { FIRST_CONTACT_SILENCE_MS: '1500' };

/** Words that are true only if a connection exists. */
const OF_A_CONNECTION = /is kept|automatically|next sync|scheduled sync, or when you start|reauthorise/;

export interface AtService {
  readonly shell: BankShell;
  readonly world: BankWorld;
  readonly host: string;
  /** Texts that must not be printed. */
  readonly secrets: readonly string[];
}

/** A command that cannot succeed exits with the problem, the host's name and the remedy, and prints no secret. */
export async function expectReported(
  { shell, host, secrets }: AtService,
  { name, fault, environment = {} }: Trouble,
  { args, input = '', expected, isFirst = false }: Expectation,
): Promise<void> {
  const { code, stdout, stderr } = await shell.run(args, input, {
    ...(fault === 'silence' && SILENCE),
    ...environment,
  });
  const output = `${stdout}${stderr}`.replaceAll(/\s+/g, ' ').trim();
  expect({ name, args, code, output }).toEqual({ name, args, code: 1, output: expect.stringContaining(host) });
  expect({ name, args, output }).toEqual({ name, args, output: expect.stringMatching(expected) });
  for (const secret of secrets) expect(output).not.toContain(secret);
  if (isFirst) expect({ name, output }).toEqual({ name, output: expect.not.stringMatching(OF_A_CONNECTION) });
}

interface Expectation {
  readonly args: readonly string[];
  readonly input?: string;
  readonly expected: RegExp;
  /** True if no connection is saved yet. */
  readonly isFirst?: boolean;
}

interface NotYet extends AtService {
  /** The arguments, and the piped input, of the command that adds the connection. */
  readonly add: readonly string[];
  readonly input?: string;
  /** Adds the connection; a user agrees if the service asks for consent. */
  readonly added: () => Promise<Ended>;
  readonly name: string;
}

/** Expects a report of each fault, before and after the service is connected; returns the rows after a final sync. */
export async function rowsAfterFaults({ add, input = '', added, name, ...service }: NotYet): Promise<string[]> {
  const { shell, world } = service;
  for (const trouble of SOME_TROUBLES) {
    world.always = trouble.fault;
    await expectReported(service, trouble, { args: add, input, expected: trouble.before, isFirst: true });
  }
  world.always = null;
  expect((await shell.run(['connection', 'list', '--json'])).json()).toEqual([]);
  expect((await added()).code).toBe(0);
  for (const trouble of SOME_TROUBLES) {
    world.always = trouble.fault;
    await expectReported(service, trouble, { args: ['connection', 'test', name], expected: trouble.after });
    await expectReported(service, trouble, { args: ['sync'], expected: trouble.after });
  }
  world.always = null;
  expect((await shell.run(['sync'])).code).toBe(0);
  return shell.rows();
}
