import { describe, expect, it } from 'vitest';
import { report } from '../../src/messages/report.ts';
import { problem } from '../../src/messages/problem.ts';
import type { SmtpFault } from '../fakes/smtp/conversation.ts';
import { smtpServer, type SmtpServer } from '../fakes/smtp/smtp-server.ts';
import { readMail } from '../fakes/smtp/read-mail.ts';
import { mailBench, type MailBench } from '../support/mail-bench.ts';
import { eventually } from '../support/patience.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

function subjects({ taken }: SmtpServer): string[] {
  return taken.map(({ raw }) => readMail(raw).subject);
}

function reasonOf(bench: MailBench): unknown {
  const params = bench.digest()?.problem?.params;
  return params !== undefined && 'reason' in params ? params.reason : null;
}

describe('a digest', () => {
  it.each(['tls', 'starttls'] as const)(
    'is sent once when it is due, encrypted by %s, after a login',
    async (security) => {
      const server = await smtpServer({ security });
      const bench = mailBench(server);
      await bench.set({ server: { security } });
      bench.adds('Bakery', 'Bookshop');
      await bench.pass(3 * DAY);
      expect(subjects(server)).toEqual(['Pennyrow: 2 new transactions (Home)']);
      const [mail] = server.taken;
      expect(mail).toMatchObject({ from: 'anna@example.com', to: ['anna@example.org'], user: 'anna@example.com' });
      expect(mail?.raw).toContain('Bakery');
      expect(mail?.raw).toMatch(/^Auto-Submitted: auto-generated$/m);
      // Nothing tells of the machine that it comes from.
      expect(server.said.filter((line) => line.startsWith('EHLO'))).toEqual(
        expect.arrayContaining(['EHLO pennyrow.invalid']),
      );
      expect(bench.digest()).toMatchObject({ waiting: null, problem: null, lastSentAt: expect.any(String) });
    },
  );

  it('has what came since the one before, and no day is told twice or left out', async () => {
    const server = await smtpServer({ security: 'tls' });
    const bench = mailBench(server);
    bench.adds('Before anybody asked');
    await bench.set();
    for (const day of [1, 2, 3, 4]) {
      bench.adds(`Shop ${day}`);
      await bench.pass(DAY);
    }
    for (const part of ['text', 'html'] as const)
      expect(server.taken.map(({ raw }) => [...readMail(raw)[part].matchAll(/Shop \d|Before/g)].map(String))).toEqual([
        ['Shop 1'],
        ['Shop 2'],
        ['Shop 3'],
        ['Shop 4'],
      ]);
  });

  it('of a day without anything to tell is not sent, and one of a week is', async () => {
    const server = await smtpServer({ security: 'tls' });
    const bench = mailBench(server);
    await bench.set();
    await bench.pass(3 * DAY);
    expect(server.connections).toBe(0);
    await bench.set({ cycle: 'weekly', weekday: 5 });
    await bench.pass(7 * DAY);
    expect(subjects(server)).toEqual(['Pennyrow: no new transactions (Home)']);
  });

  it('leaves out what was taken back before it, and waits for a run that is under way', async () => {
    const server = await smtpServer({ security: 'tls' });
    const bench = mailBench(server);
    await bench.set();
    bench.adds({ description: 'A mistake', transactionId: 'x' }, 'Bakery');
    bench.removes('x');
    bench.state = { ...bench.state, running: true };
    await bench.pass(DAY);
    expect(server.taken).toEqual([]);
    bench.state = { ...bench.state, running: false };
    await bench.pass(2 * MINUTE, MINUTE);
    expect(subjects(server)).toEqual(['Pennyrow: 1 new transaction (Home)']);
  });

  it('tells what needs attention even where nothing is new, but not of mail itself', async () => {
    const server = await smtpServer({ security: 'tls' });
    const bench = mailBench(server);
    await bench.set();
    const told = report(problem('workbook_lines', { count: 7 }));
    const none = { connection: null } as const;
    bench.state = {
      ...bench.state,
      needs: [
        { key: 'k', about: 'workbook', ...none, told },
        { key: 'm', about: 'mail', ...none, told: report(problem('mail_none', { account: 'About mail' })) },
      ],
    };
    await bench.pass(DAY);
    expect(subjects(server)).toEqual(['Pennyrow: no new transactions, needs attention (Home)']);
    expect(readMail(server.taken[0]?.raw ?? '').text).toContain('7 lines of the workbook');
    expect(readMail(server.taken[0]?.raw ?? '').text).not.toContain('About mail');
  });
});

/** What the server does, what Pennyrow makes of it, and whether it tries again soon. */
const FAULTS: readonly (readonly [SmtpFault, string, boolean])[] = [
  ['busy', 'busy', true],
  ['cut-at-greeting', 'other', true],
  ['cut-at-data', 'other', true],
  ['login', 'login', false],
  ['sender', 'sender', false],
  ['recipient', 'recipient', false],
  ['message', 'refused', false],
];

describe('a server', () => {
  it.each(FAULTS)(
    'with the fault “%s” is told as “%s”, and the digest comes once when that is over',
    async (fault, reason, isPassing) => {
      const server = await smtpServer({ security: 'tls' });
      const bench = mailBench(server);
      await bench.set();
      server.fault = fault;
      bench.adds('Bakery');
      await bench.pass(20 * HOUR);
      expect(reasonOf(bench)).toBe(reason);
      expect(bench.digest()).toMatchObject({ waiting: { subject: expect.stringContaining('1 new transaction') } });
      const before = server.connections;
      await bench.pass(3 * HOUR, 10 * MINUTE);
      expect(server.connections > before).toBe(isPassing);
      server.fault = null;
      await bench.pass(DAY + HOUR);
      expect(subjects(server)).toEqual(['Pennyrow: 1 new transaction (Home)']);
      expect(bench.digest()).toMatchObject({ waiting: null, problem: null, attempts: 0 });
    },
  );

  it.each([
    ['of a stranger', 'certificate'],
    ['expired', 'certificate'],
    ['of another name', 'certificate'],
  ] as const)('whose certificate is %s gets neither password nor message', async (certificate, reason) => {
    for (const security of ['tls', 'starttls'] as const) {
      const server = await smtpServer({ security, certificate });
      const bench = mailBench(server);
      await bench.set({ server: { security } });
      bench.adds('Bakery');
      await bench.pass(DAY);
      expect(reasonOf(bench)).toBe(reason);
      expect(server.said).not.toContain('AUTH');
      expect(server.taken).toEqual([]);
    }
  });

  it('that does not offer to encrypt gets neither password nor message', async () => {
    const server = await smtpServer({ security: 'starttls' });
    server.fault = 'no-starttls';
    const bench = mailBench(server);
    await bench.set({ server: { security: 'starttls' } });
    bench.adds('Bakery');
    await bench.pass(DAY);
    expect(reasonOf(bench)).toBe('encryption');
    expect(server.said).not.toContain('AUTH');
  });

  it.each(['silent', 'talkative'] as const)('that is %s is given up for now', async (fault) => {
    const server = await smtpServer({ security: 'tls' });
    server.fault = fault;
    const bench = mailBench(server, { timeoutMs: 300 });
    await bench.set();
    bench.adds('Bakery');
    await bench.pass(19 * HOUR + 10 * MINUTE, 10 * MINUTE);
    expect(['time', 'other']).toContain(reasonOf(bench));
    expect(bench.digest()?.waiting).not.toBeNull();
  });

  it('that cannot be reached is tried again until it is back, days later, and nothing comes twice', async () => {
    const server = await smtpServer({ security: 'tls' });
    const bench = mailBench(server);
    await bench.set();
    await server.stop();
    for (const day of [1, 2, 3]) {
      bench.adds(`Shop ${day}`);
      await bench.pass(DAY);
    }
    expect(reasonOf(bench)).toBe('unreachable');
    await server.start();
    await bench.pass(DAY);
    // The first as it was made; what came meanwhile in one more.
    expect(subjects(server)).toEqual(['Pennyrow: 1 new transaction (Home)', 'Pennyrow: 2 new transactions (Home)']);
  });

  it('that took a message and was cut off before it said so gets it again under the same id', async () => {
    const server = await smtpServer({ security: 'tls' });
    const bench = mailBench(server);
    await bench.set();
    server.fault = 'cut-after-data';
    bench.adds('Bakery');
    await bench.pass(20 * HOUR);
    server.fault = null;
    await bench.pass(DAY);
    expect(server.taken.length).toBeGreaterThan(1);
    expect(new Set(server.taken.map(({ id }) => id)).size).toBe(1);
    expect(new Set(server.taken.map(({ raw }) => raw.replaceAll(/boundary=.*|^--.*$/gm, ''))).size).toBe(1);
  });
});

describe('a test mail', () => {
  it('that is taken has what waits tried again at once, and one that is refused says why', async () => {
    const server = await smtpServer({ security: 'tls' });
    const bench = mailBench(server);
    await bench.set();
    server.fault = 'login';
    bench.adds('Bakery');
    await bench.pass(DAY);
    const { signal } = new AbortController();
    await expect(bench.mail.manager.test('a', signal)).rejects.toMatchObject({
      code: 'mail_failed',
      params: { reason: 'login', said: expect.stringContaining('535') },
    });
    server.fault = null;
    expect(await bench.mail.manager.test('a', signal)).toEqual({ to: 'anna@example.org' });
    await bench.settled();
    expect(subjects(server)).toEqual(['Test from Pennyrow', 'Pennyrow: 1 new transaction (Home)']);
  });
});

describe('a restart', () => {
  it('neither loses nor repeats a digest, whether it was made, waited or sent', async () => {
    const server = await smtpServer({ security: 'tls' });
    const bench = mailBench(server);
    await bench.set();
    bench.adds('Bakery');
    await bench.restart();
    server.fault = 'busy';
    await bench.pass(DAY);
    await bench.restart();
    server.fault = null;
    await bench.pass(8 * HOUR);
    expect(subjects(server)).toHaveLength(1);
    await bench.restart();
    await bench.pass(2 * DAY);
    expect(subjects(server)).toHaveLength(1);
  });

  it('waits for a server that is just taking the message', async () => {
    const server = await smtpServer({ security: 'tls' });
    const bench = mailBench(server);
    await bench.set();
    bench.adds('Bakery');
    let answer = (): void => undefined;
    server.beforeAnswer = () => new Promise((resolve) => (answer = resolve));
    bench.time.pass(DAY);
    await eventually(() => expect(server.taken).toHaveLength(1));
    const restarted = bench.restart();
    answer();
    await restarted;
    server.beforeAnswer = () => Promise.resolve();
    await bench.pass(DAY);
    expect(server.taken).toHaveLength(1);
  });
});

describe('a clock', () => {
  it.each([
    ['back by a year', -365 * DAY],
    ['forward by a year', 365 * DAY],
    ['back by an hour', -HOUR],
  ])('that is set %s loses nothing, tells nothing twice, and the digests go on', async (_how, by) => {
    const server = await smtpServer({ security: 'tls' });
    const bench = mailBench(server);
    await bench.set();
    bench.adds('Shop 1');
    await bench.pass(DAY);
    bench.time.setWallClock(bench.time.now() + by);
    bench.adds('Shop 2');
    await bench.pass(2 * DAY);
    bench.adds('Shop 3');
    await bench.pass(2 * DAY);
    const told = server.taken.flatMap(({ raw }) =>
      [...readMail(raw).text.matchAll(/Shop (\d)/g)].map(([, day]) => day),
    );
    expect(told).toEqual(['1', '2', '3']);
  });
});
