import { expect, test } from 'vitest';
import type { ConnectionView } from '../../src/contract/control/connections.ts';
import type { Finding } from '../../src/contract/control/service.ts';
import { CLOUDFLARE_CHALLENGE } from '../fakes/simplefin/faults.ts';
import { shell, unwrapped, type Shell } from '../simplefin/shell.ts';

const viewOf = async ({ run }: Shell): Promise<ConnectionView | undefined> =>
  (await run(['connection', 'list', '--json'])).json<ConnectionView[]>()[0];

/** The reports of status, doctor and the list about the only connection. */
async function reportsOf(
  person: Shell,
): Promise<{ status: string; doctor: Finding | undefined; view: ConnectionView | undefined }> {
  const status = unwrapped((await person.run(['status'])).stdout);
  const doctor = (await person.run(['doctor', '--json'])).json<Finding[]>().find(({ about }) => about === 'connection');
  return { status, doctor, view: await viewOf(person) };
}

test('a token is claimed, saved and tested at once: all commands show a working connection before any sync', async () => {
  const person = await shell();
  const added = await person.add();
  expect(added.code).toBe(0);
  expect(unwrapped(added.stdout)).toContain(`${person.host} answers, with 3 accounts`);
  const reports = await reportsOf(person);
  expect(reports.view?.health).toMatchObject({
    lastAttemptAt: expect.any(String),
    lastSuccessAt: null,
    failures: 0,
    problem: null,
  });
  expect(reports.doctor).toMatchObject({ status: 'ok', code: 'connection_answers' });
  expect(reports.status).not.toContain('! SimpleFIN');
  expect(person.server.seen.map(({ method }) => method)).toEqual(['POST', 'GET']);
});

test('credentials that fail after the claim are saved, and all commands show the failure and its reason', async () => {
  const person = await shell();
  person.server.always = CLOUDFLARE_CHALLENGE;
  const added = await person.add();
  expect(added.code).toBe(1);
  expect(unwrapped(added.stdout)).toMatch(/Added the connection “SimpleFIN”.*is behind Cloudflare/);
  const reports = await reportsOf(person);
  expect(reports.status).toMatch(/SimpleFIN: localhost:\d+ is behind Cloudflare/);
  expect(reports.doctor).toMatchObject({ status: 'problem', code: 'source_blocked' });
  expect(reports.view?.health).toMatchObject({ failures: 1, problem: { code: 'source_blocked' } });
  // The access URL was not lost: it works as soon as the server accepts it.
  person.server.always = null;
  expect(await person.sync()).toMatchObject({ code: 0, run: { counts: { added: 5 } } });
  expect((await viewOf(person))?.health).toMatchObject({ failures: 0, problem: null });
});

test('an access URL that fails is not saved, unless the user insists', async () => {
  const person = await shell();
  const { server, run } = person;
  server.isOpen = false;
  const refused = await run(['connection', 'add', 'simplefin', '--json'], server.accessUrl);
  expect(refused.code).toBe(1);
  expect(JSON.parse(refused.stderr)).toMatchObject({
    error: {
      code: 'source_access_failed',
      message: expect.stringContaining(person.host),
      // There is no connection yet whose credentials could be replaced.
      remedy: expect.stringMatching(/^Copy (?!.*reauthorise).*--anyway/),
    },
  });
  expect((await run(['connection', 'list', '--json'])).json()).toEqual([]);
  const retried = await run(['connection', 'add', 'simplefin', '--anyway'], server.accessUrl);
  expect(retried.code).toBe(1);
  expect((await viewOf(person))?.health).toMatchObject({ failures: 1, problem: { code: 'source_reauthorise' } });

  // Working credentials are not replaced by failing ones.
  server.isOpen = true;
  expect(await person.sync()).toMatchObject({ code: 0 });
  const worse = server.accessUrl.replace(/:\/\/[^:]+:/, '://someone-else-entirely:');
  const again = await run(['connection', 'reauthorise', 'SimpleFIN', '--json'], worse);
  expect(again.code).toBe(1);
  expect(JSON.parse(again.stderr)).toMatchObject({ error: { code: 'source_access_failed' } });
  expect(await person.sync()).toMatchObject({ code: 0 });
  expect((await run(['connection', 'reauthorise', 'SimpleFIN'], server.accessUrl)).code).toBe(0);
});
