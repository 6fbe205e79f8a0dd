import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import type { MailView } from '../../src/contract/control/mail.ts';
import type { StatusView } from '../../src/contract/control/service.ts';
import { openStore } from '../../src/store/store.ts';
import { runPennyrow, spawnPennyrow, startServiceIn, statementFile, type Ended } from '../cli/pennyrow.ts';
import { readMail } from '../fakes/smtp/read-mail.ts';
import { LOGIN, MAILBOX, smtpServer, type SmtpOptions, type SmtpServer } from '../fakes/smtp/smtp-server.ts';
import { eventually } from '../support/patience.ts';
import { seeded } from '../support/seeded.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** PENNYROW_KILLS=500 for a long night. */
const KILLS = Number(process.env['PENNYROW_KILLS'] ?? 10);

const DAY = 86_400_000;

/** The built program in a folder, where the certificate of the mail server is trusted. */
async function world(options: SmtpOptions = { security: 'tls' }) {
  const folder = temporaryFolder();
  const server = await smtpServer(options);
  const ca = join(folder, 'mail-ca.pem');
  writeFileSync(ca, server.ca);
  const environment = { NODE_EXTRA_CA_CERTS: ca };
  const run = (args: readonly string[], input = ''): Promise<Ended> => runPennyrow(folder, args, environment, input);
  const target = ['--host', 'localhost', '--port', String(server.port), '--security', options.security];
  return {
    folder,
    server,
    environment,
    run,
    set: (...more: readonly string[]) =>
      run(['mail', 'set', ...target, '--user', LOGIN.user, '--to', MAILBOX, ...more], `${LOGIN.password}\n`),
    serve: () => startServiceIn(folder, environment),
  };
}

/** As if the digest had last been due some days ago: whenever the tests run, one is due now. */
function letOneBeDue(folder: string): void {
  const clock = { now: () => Date.now() };
  const store = openStore({ path: join(folder, 'pennyrow.db'), backupFolder: join(folder, 'backups'), clock });
  try {
    store.run('UPDATE mail_digest SET last_slot = ?', clock.now() - 2 * DAY);
  } finally {
    store.close();
  }
}

function shops({ taken }: SmtpServer): string[][] {
  return taken.map(({ raw }) => [...readMail(raw).text.matchAll(/Shop \d+/g)].map(String));
}

describe('the built program', () => {
  it.each(['tls', 'starttls'] as const)('mails a test and then a digest over %s', async (security) => {
    const { folder, server, run, set, serve } = await world({ security });
    const saved = await set('--at', '06:30', '--weekly', 'friday', '--language', 'de');
    expect(saved).toMatchObject({ code: 0, stderr: '' });
    expect(saved.stdout).toContain('every Friday at 06:30');
    expect(saved.stdout).toContain(MAILBOX);
    expect(saved.stdout).not.toContain(LOGIN.password);
    expect(await run(['mail', 'test'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`took the test mail for ${MAILBOX}`),
    });
    await run(['mail', 'set', '--daily']);
    expect((await run(['import', statementFile(folder, ['Shop 1', 'Shop 2'])])).code).toBe(0);
    letOneBeDue(folder);
    const service = await serve();
    await eventually(() => expect(server.taken).toHaveLength(2));
    expect(server.taken.map(({ raw }) => readMail(raw).subject)).toEqual([
      'Test von Pennyrow',
      'Pennyrow: 2 neue Umsätze (My money)',
    ]);
    expect(shops(server)).toEqual([[], ['Shop 2', 'Shop 1']]);
    await service.stop();
    const again = await serve();
    expect((await run(['mail', '--json'])).json<MailView>()).toMatchObject({
      cycle: 'daily',
      time: '06:30',
      waiting: null,
      lastSentAt: expect.any(String),
    });
    await again.stop();
    expect(server.taken).toHaveLength(2);
    expect((await run(['mail', 'remove'])).code).toBe(0);
    expect((await run(['mail'])).stdout).toContain('No digest is mailed.');
  });

  it('says what the server refused and what to do, keeps saying it in the status, and sends once it is put right', async () => {
    const { folder, server, run, set, serve } = await world();
    await set();
    server.fault = 'login';
    const refused = await run(['mail', 'test']);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain(
      'The mail server localhost refused the login: “535 5.7.8 Username and password not accepted”.',
    );
    expect(refused.stderr).toContain('app password');
    await run(['import', statementFile(folder, ['Shop 1'])]);
    letOneBeDue(folder);
    const service = await serve();
    const notes = async () => (await run(['status', '--json'])).json<StatusView>().accounts[0]?.notes ?? [];
    await eventually(async () =>
      expect((await notes()).map(({ about, code }) => [about, code])).toEqual([['mail', 'mail_waiting']]),
    );
    expect((await run(['status'])).stdout).toContain('The digest of “My money” could not be mailed.');
    expect((await run(['mail'])).stdout).toContain('refused the login');
    server.fault = null;
    expect((await run(['mail', 'test'])).code).toBe(0);
    await eventually(() => expect(shops(server)).toEqual([[], ['Shop 1']]));
    await eventually(async () => expect(await notes()).toEqual([]));
    await service.stop();
  });

  it('sends the password nowhere but where it was entered for', async () => {
    const { server, run, set } = await world();
    await set();
    const other = await smtpServer({ security: 'tls' });
    const moved = await run(['mail', 'set', '--port', String(other.port)]);
    expect(moved).toMatchObject({ code: 2, stderr: expect.stringContaining('No input was given') });
    expect((await run(['mail', '--json'])).json<MailView>().target?.server.port).toBe(server.port);
    for (const wrong of [
      ['--to', 'nobody'],
      ['--host', 'a b\r\nc'],
      ['--at', '25:00'],
      ['--weekly', 'someday'],
    ])
      expect((await run(['mail', 'set', ...wrong], 'x\n')).code).not.toBe(0);
    expect(other.connections).toBe(0);
  });

  it('that trusts no such certificate, or finds no encryption, sends nothing and says so', async () => {
    const { server, run, set, folder } = await world({ security: 'starttls' });
    await set();
    const untrusting = await runPennyrow(folder, ['mail', 'test']);
    expect(untrusting.stderr).toContain('The certificate of the mail server localhost could not be verified');
    server.fault = 'no-starttls';
    expect((await run(['mail', 'test'])).stderr).toContain('No encrypted connection to the mail server localhost');
    await server.stop();
    expect((await run(['mail', 'test'])).stderr).toContain('The mail server localhost could not be reached');
    expect(server.said).not.toContain('AUTH');
  });
});

describe('a service that is killed at any moment', () => {
  it('loses no digest; one that comes twice has the same id and the same words', { timeout: 900_000 }, async () => {
    const { folder, server, environment, run, set, serve } = await world();
    await set();
    const random = seeded(11);
    // It takes its time, so that kills find it in the midst of an attempt.
    server.beforeAnswer = () => new Promise((resolve) => void setTimeout(resolve, random() * 150));
    for (let kill = 0; kill < KILLS; kill += 1) {
      await run(['import', statementFile(folder, [`Shop ${kill}`], `${kill}.ofx`, `S${kill}-`)]);
      letOneBeDue(folder);
      const child = spawnPennyrow(folder, ['serve', '--port', '0'], environment);
      const closed = once(child, 'close');
      await Promise.race([once(createInterface(child.stdout), 'line'), closed]);
      setTimeout(() => child.kill('SIGKILL'), random() * 500);
      await closed;
    }
    server.beforeAnswer = () => Promise.resolve();
    const told = (): Map<string, string> => new Map(server.taken.map(({ id, raw }) => [id, readMail(raw).text]));
    const allShops = Array.from({ length: KILLS }, (_, kill) => `Shop ${kill}`);
    const shopsTold = (): string[] =>
      [...told().values()].flatMap((text) => [...text.matchAll(/Shop \d+/g)].map(String));
    // One that waited for a later attempt, and one of what came meanwhile.
    for (let round = 0; round < 2; round += 1) {
      letOneBeDue(folder);
      const service = await serve();
      await run(['mail', 'test']);
      await eventually(async () => expect((await run(['mail', '--json'])).json<MailView>().waiting).toBeNull());
      await service.stop();
    }
    expect(shopsTold().toSorted()).toEqual(allShops.toSorted());
    for (const { id, raw } of server.taken) expect(readMail(raw).text).toBe(told().get(id));
  });
});
