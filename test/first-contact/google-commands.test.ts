import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Run } from '../../src/core/run.ts';
import type { FaultKind } from '../fakes/google/faults.ts';
import { eventually } from '../support/eventually.ts';
import { useGoogleHome, NO_NAMES, QUICK, type Environment, type GoogleHome } from './world/google-home.ts';
import { COMMANDS, type Reach, type Unanswered } from './world/google-reaches.ts';

// Runs every command that contacts Google while Google is busy, breaks connections or is unreachable.

const home = useGoogleHome();

interface Outage {
  readonly name: string;
  readonly how?: FaultKind;
  readonly environment?: Environment;
  readonly what: string;
  readonly remedy: string;
  /** The affected commands; by default all. */
  readonly commands?: RegExp;
}

/** One command for each kind of outcome, and those that change rules. */
const SOME = /balances|^workbook show|^rule (edit|move|delete|list)|^restore|^sync/;

const OUTAGES: readonly Outage[] = [
  {
    name: 'a Google that never answers',
    how: { status: 503, retryAfterSeconds: 0 },
    what: 'The service is currently unavailable\\.',
    remedy: '(Nothing is lost; )?[Tt]ry again in some minutes\\.',
  },
  {
    name: 'a connection that is always reset',
    how: 'reset',
    what: 'The connection to Google was cut off before its answer was whole\\.',
    remedy: 'Check the connection to the internet, then try again\\. Nothing is lost\\.',
    commands: SOME,
  },
  {
    name: 'a host name that cannot be resolved',
    environment: NO_NAMES,
    what: 'Google cannot be reached\\.',
    remedy: 'Check the connection to the internet, then try again\\. Nothing is lost\\.',
    commands: SOME,
  },
];

const ENDS: Unanswered = { code: 1, in: 'stderr' };

interface Outcome {
  readonly code: number;
  readonly stdout: unknown;
  readonly stderr: unknown;
}

/** The expected output of a command while Google is unreachable, without line wrapping. */
function outcomeOf({ unanswered = ENDS, done }: Pick<Reach, 'unanswered' | 'done'>, { what, remedy }: Outage): Outcome {
  const outputWith = (between: string) => expect.stringMatching(new RegExp(`${what}${between} ${remedy}`));
  if (unanswered === 'is not asked') return { code: 0, stdout: expect.stringMatching(done), stderr: '' };
  if (unanswered === 'is old')
    return {
      code: 0,
      stdout: expect.stringMatching(done),
      stderr: outputWith(' This is the workbook as it was read on [^.]*\\.'),
    };
  const { code } = unanswered;
  return unanswered.in === 'stdout'
    ? { code, stdout: outputWith(''), stderr: '' }
    : { code, stdout: '', stderr: outputWith('') };
}

const flat = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

function begin({ fake }: GoogleHome, { how }: Outage): void {
  if (how !== undefined) fake.fail({ call: '*', how, times: 10_000 });
}

/** Lets each call fail once, and the write a second time after it took effect. */
function stumble({ fake }: GoogleHome): void {
  const how = { status: 503, retryAfterSeconds: 0 };
  for (const call of [
    'oauth.token',
    'drive.files.get',
    'sheets.spreadsheets.getByDataFilter',
    'sheets.spreadsheets.get',
  ] as const)
    fake.fail({ call, how });
  fake.fail({ call: 'sheets.spreadsheets.batchUpdate', how, when: 'after' });
}

describe('with a folder of statements connected', () => {
  test('every command succeeds if one call to Google fails once, and writes nothing twice if a response is lost', async () => {
    const house = await home();
    const folder = join(house.folder, 'bank');
    mkdirSync(folder);
    expect((await house.run(['connection', 'add', 'statements', '--folder', folder])).code).toBe(0);
    await house.run(['import', house.statement('Kiosk')]);
    for (const { name, args, done, rows = 0 } of COMMANDS) {
      const typed = await args(house);
      const before = await house.payees();
      stumble(house);
      const { code, stdout, stderr } = await house.run(typed);
      house.fake.clearFaults();
      expect({ name, code, stdout, stderr }).toEqual({
        name,
        code: 0,
        stdout: expect.stringMatching(done),
        stderr: '',
      });
      expect({ name, rows: (await house.payees()).length - before.length }).toEqual({ name, rows });
    }
  });

  test.each(OUTAGES)(
    'every command reports $name with a remedy, and writes nothing',
    async ({ commands = /^/, environment = QUICK, ...outage }) => {
      const house = await home();
      for (const reach of COMMANDS.filter(({ name }) => commands.test(name))) {
        const { name, args } = reach;
        const typed = await args(house);
        const before = await house.payees();
        begin(house, outage);
        const { code, stdout, stderr } = await house.run(typed, environment);
        house.fake.clearFaults();
        expect({ name, code, stdout: flat(stdout), stderr: flat(stderr) }).toEqual({
          name,
          ...outcomeOf(reach, outage),
        });
        expect({ name, now: await house.payees() }).toEqual({ name, now: before });
      }
    },
  );

  test.each(OUTAGES)(
    '$name: the API returns the cached data, and a sync that it starts fails as usual',
    async (outage) => {
      const house = await home();
      begin(house, outage);
      // A new service is needed: a running one does not retry for some time after a failure.
      const service = await house.serve(outage.environment);
      const read = await house.run(['api', 'GET', '/transactions?start_date=2026-01-01']);
      expect({ code: read.code, stderr: flat(read.stderr) }).toEqual({
        code: 0,
        stderr: outcomeOf({ unanswered: 'is old', done: /^/ }, outage).stderr,
      });
      expect(read.json<{ count: number }>().count).toBeGreaterThan(0);
      expect(await house.run(['api', 'POST', '/sync-transactions'])).toMatchObject({
        code: 0,
        stderr: '',
        stdout: expect.stringContaining('"success":true'),
      });
      await eventually(async () => {
        const [run] = (await house.run(['runs', 'list', '--json'])).json<Run[]>();
        expect(run?.status).toBe('failed');
        const [message] = run?.messages ?? [];
        expect(`${message?.message} ${message?.remedy}`).toMatch(new RegExp(`${outage.what} ${outage.remedy}`));
      });
      await service.stop();
      house.fake.clearFaults();
    },
  );
});

test('with --json an error is one line, stale data is a warning, and standard output is one value', async () => {
  const { fake, run } = await home();
  fake.fail({ call: '*', how: { status: 503, retryAfterSeconds: 0 }, times: 10_000 });
  const columns = await run(['workbook', 'columns', '--json']);
  expect(columns).toMatchObject({ code: 1, stdout: '' });
  expect(JSON.parse(columns.stderr)).toMatchObject({
    error: {
      code: 'workbook_google',
      message: expect.stringContaining('unavailable'),
      remedy: expect.stringContaining('again'),
    },
  });
  const listed = await run(['rule', 'list', '--json']);
  expect({ code: listed.code, rules: listed.json<unknown[]>().length > 0 }).toEqual({ code: 0, rules: true });
  expect(JSON.parse(listed.stderr)).toMatchObject({
    warning: { code: 'workbook_google', message: expect.stringContaining('was read on') },
  });
  const failed = await run(['sync', '--json']);
  expect({ code: failed.code, status: failed.json<{ status: string }>().status }).toEqual({
    code: 1,
    status: 'failed',
  });
  fake.clearFaults();
});
