import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runPennyrow, statementFile, type Ended } from '../cli/pennyrow.ts';
import { recentBanks } from '../fakes/simplefin/bank.ts';
import type { Fault } from '../fakes/simplefin/faults.ts';
import { fakeSimplefin, type FakeSimplefin, type FakeSimplefinOptions } from '../fakes/simplefin/server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { elsewhere, impatient, NO_NAMES, NOBODY, QUICK, type Environment } from './world/google-home.ts';

// Every command that contacts a SimpleFIN server, with every fault of a response.

interface Home {
  readonly server: FakeSimplefin;
  run(args: readonly string[], environment?: Environment, input?: string): Promise<Ended>;
  /** The descriptions in the sheet. */
  rows(): Promise<string[]>;
}

async function home(options: FakeSimplefinOptions = {}): Promise<Home> {
  const server = await fakeSimplefin(options);
  server.bank = recentBanks();
  const folder = temporaryFolder();
  const ca = join(folder, 'bank-ca.pem');
  writeFileSync(ca, server.ca);
  const run: Home['run'] = (args, environment = QUICK, input = '') =>
    runPennyrow(folder, args, { NODE_EXTRA_CA_CERTS: ca, ...environment }, input);
  return {
    server,
    run,
    rows: async () =>
      (await run(['export', '--json'])).json<{ sheet_description: string }[]>().map((row) => row.sheet_description),
  };
}

async function connected(): Promise<Home> {
  const made = await home();
  const added = await made.run(
    ['connection', 'add', 'simplefin', '--name', 'Banks'],
    QUICK,
    made.server.newSetupToken(),
  );
  expect(added).toMatchObject({ code: 0, stdout: expect.stringContaining('Added the connection “Banks”') });
  return made;
}

/** Checks that the output has the server's host and the expected text, but no secret. */
function expectReported({ server }: Home, output: string, expected: RegExp): void {
  const flat = output.replaceAll(/\s+/g, ' ');
  expect(flat).toContain(new URL(server.origin).host);
  expect(flat).toMatch(expected);
  for (const secret of server.secrets) expect(output).not.toContain(secret);
}

const LATER = 'Nothing was changed\\. Check the connection to the internet';
const CUT = new RegExp(`(failed or was cut off|took too long).*${LATER}`);

interface Trouble {
  readonly name: string;
  readonly fault: Fault;
  readonly expected: RegExp;
  readonly environment?: Environment;
}

const TROUBLES: readonly Trouble[] = [
  { name: '503', fault: { status: 503, body: '<h1>Service Unavailable</h1>' }, expected: /\S\. \S/ },
  { name: '402', fault: { status: 402 }, expected: /asks for a payment.*Settle it at/ },
  { name: '429', fault: { status: 429 }, expected: /\S\. \S/ },
  { name: '429 with Retry-After', fault: { status: 429, headers: { 'Retry-After': '1' } }, expected: /\S\. \S/ },
  {
    name: 'a web page with 403',
    fault: { status: 403, headers: { 'Content-Type': 'text/html' }, body: '<!doctype html><title>Blocked</title>' },
    expected: /\S\. \S/,
  },
  {
    name: 'a web page with 404',
    fault: { status: 404, headers: { 'Content-Type': 'text/html' }, body: '<!doctype html><title>Not Found</title>' },
    expected: /\S\. \S/,
  },
  { name: 'a web page that claims success', fault: 'html', expected: /\S\. \S/ },
  { name: 'a connection reset', fault: 'reset', expected: CUT },
  { name: 'a truncated response', fault: 'cut', expected: CUT },
  { name: 'silence', fault: 'silence', expected: CUT, environment: impatient(2000) },
];

/** Groups of faults, each tested in a separate data folder, because the daily requests of one folder do not suffice. */
const LIVES = [TROUBLES.slice(0, 4), TROUBLES.slice(4, 7), TROUBLES.slice(7)].map((troubles) => ({
  names: troubles.map(({ name }) => name).join(', then '),
  troubles,
}));

test.each(LIVES)(
  'every command reports each of these faults and writes nothing; afterwards every row is written once: $names',
  async ({ troubles }) => {
    const made = await connected();
    const { server, run, rows } = made;
    for (const { name, fault, expected, environment = QUICK } of troubles) {
      server.faults.push(...Array.from({ length: 50 }, () => fault));
      const tested = await run(['connection', 'test', 'Banks'], environment);
      expect({ name, ...tested }).toMatchObject({ name, code: 1, stdout: '' });
      expectReported(made, tested.stderr, expected);
      const synced = await run(['sync'], environment);
      expect({ name, ...synced }).toMatchObject({ name, code: 1, stderr: '' });
      expectReported(made, synced.stdout, expected);
      const dry = await run(['sync', '--dry-run'], environment);
      expect({ name, ...dry }).toMatchObject({ name, code: 1, stderr: '' });
      expectReported(made, dry.stdout, expected);
      const renewed = await run(['connection', 'reauthorise', 'Banks'], environment, server.newSetupToken());
      expect({ name, ...renewed }).toMatchObject({ name, code: 1, stdout: '' });
      expectReported(made, renewed.stderr, /\S\. (?=\S).*(token|Settle it)/);
      const status = await run(['status']);
      expect({ name, ...status }).toMatchObject({ name, code: 0 });
      expectReported(made, status.stdout, expected);
      server.faults.length = 0;
    }
    expect((await run(['sync'])).stdout).toContain('5 added');
    expect(await rows()).toHaveLength(5);
  },
);

test('a token that cannot be claimed is reported, and creates no connection', async () => {
  const made = await home();
  const { server, run } = made;
  for (const { fault, environment = QUICK } of TROUBLES) {
    server.faults.push(...Array.from({ length: 50 }, () => fault));
    const added = await run(['connection', 'add', 'simplefin', '--json'], environment, server.newSetupToken());
    expect(added).toMatchObject({ code: 1, stdout: '' });
    const { error } = JSON.parse(added.stderr) as { error: { message: string; remedy: string } };
    // A claim may have been executed although its response was lost.
    expectReported(made, `${error.message} ${error.remedy}`, /\S\. \S/);
    expect(`${error.message} ${error.remedy}`).toMatch(/token|Settle it/);
    // There is no connection that could be retried.
    expect(error.remedy).not.toMatch(/automatically|schedule|reauthorise|is kept/);
    server.faults.length = 0;
  }
  expect((await run(['connection', 'list', '--json'])).json()).toEqual([]);
});

test.each(['untrusted', 'expired', 'issued for another name'] as const)(
  'a certificate that is %s is rejected before the token is sent',
  async (certificate) => {
    const made = await home({ certificate });
    const added = await made.run(['connection', 'add', 'simplefin'], QUICK, made.server.newSetupToken());
    expect(added).toMatchObject({ code: 1, stdout: '' });
    expectReported(
      made,
      added.stderr,
      /showed a certificate that cannot be trusted \([A-Z_]+\)\. Nothing was sent to it\. Check the date of this machine/,
    );
    expect(made.server.seen).toEqual([]);
  },
);

test('an unavailable server, and a name that does not resolve, are reported as no connection', async () => {
  const made = await connected();
  const gone = await made.run(['sync'], elsewhere(NOBODY.port));
  expect(gone.code).toBe(1);
  expectReported(made, gone.stdout, new RegExp(`\\(ECONNREFUSED\\)\\. ${LATER}`));
  const token = Buffer.from('https://bank.invalid/simplefin/claim/abc').toString('base64');
  const nameless = await made.run(['connection', 'add', 'simplefin'], NO_NAMES, token);
  expect(nameless).toMatchObject({ code: 1, stdout: '' });
  expect(nameless.stderr.replaceAll(/\s+/g, ' ')).toContain(
    'bank.invalid could not be found (ENOTFOUND). Try the same token again',
  );
  const unknown = await home();
  const access = 'https://somebody:something@bank.invalid/simplefin';
  await unknown.run(['connection', 'add', 'simplefin', '--anyway'], NO_NAMES, access);
  const synced = await unknown.run(['sync'], NO_NAMES);
  expect({ ...synced, stdout: synced.stdout.replaceAll(/\s+/g, ' ') }).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(new RegExp(`bank\\.invalid could not be found \\(ENOTFOUND\\)\\. ${LATER}`)),
  });
  expect(synced.stdout).not.toContain('something@');
});

test('if one of two sources is unreachable, the other is synced, and the exit code reports a partial failure', async () => {
  const made = await connected();
  const { server, run, rows } = made;
  const folder = join(temporaryFolder(), 'bank');
  mkdirSync(folder);
  statementFile(folder, ['Green Grocer']);
  expect((await run(['connection', 'add', 'statements', '--folder', folder, '--name', 'Folder'])).code).toBe(0);
  server.faults.push(...Array.from({ length: 50 }, (): Fault => 'reset'));
  const synced = await run(['sync']);
  expect(synced.code).toBe(1);
  expectReported(made, synced.stdout, CUT);
  expect(await rows()).toEqual(['Green Grocer']);
});
