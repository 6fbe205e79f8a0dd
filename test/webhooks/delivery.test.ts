import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listDeliveries, resend } from '../../src/store/webhook-events.ts';
import { enableWebhook } from '../../src/store/webhooks.ts';
import { signatureOf, verify, webhookReceiver, type WebhookReceiver } from '../fakes/webhook-receiver.ts';
import { webhookBench } from '../support/webhook-bench.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

function numbers({ accepted }: WebhookReceiver): number[] {
  return accepted.map(({ message }) => (message.data as { added: number }).added);
}

function problems(bench: ReturnType<typeof webhookBench>, id: string): string[] {
  return listDeliveries(bench.store, id, { limit: 10 }).flatMap(({ problem }) =>
    problem === null ? [] : [problem.message],
  );
}

describe('an event', () => {
  it('is delivered in order, with a signature that contains the time of the attempt', async () => {
    const receiver = await webhookReceiver();
    const bench = webhookBench();
    const secret = await bench.webhook('w', receiver.url);
    for (const number of [1, 2, 3, 4, 5]) bench.happens(number);
    await bench.settled();
    expect(numbers(receiver)).toEqual([1, 2, 3, 4, 5]);
    for (const received of receiver.accepted) verify(secret, received);
  });

  it('is delivered in order, with a new signature, after its receiver was down for two days', async () => {
    const receiver = await webhookReceiver();
    const bench = webhookBench();
    const secret = await bench.webhook('w', receiver.url);
    await receiver.stop();
    bench.happens(1);
    await bench.pass(DAY, HOUR);
    bench.happens(2);
    await bench.pass(DAY, HOUR);
    bench.happens(3);
    expect(problems(bench, 'w')).toEqual([expect.stringContaining('ECONNREFUSED')]);
    await receiver.start();
    await bench.pass(6 * HOUR, HOUR);
    expect(numbers(receiver)).toEqual([1, 2, 3]);
    expect(bench.states('w')).toEqual(['delivered', 'delivered', 'delivered']);
    expect(bench.disabled).toEqual([]);
    const last = receiver.accepted.at(-1);
    expect(last?.headers['webhook-signature']).toBe(last === undefined ? null : signatureOf(secret, last));
    // The header has the time of the attempt, and the body the time of the event.
    expect(Number(receiver.accepted[0]?.headers['webhook-timestamp']) * 1000).toBeGreaterThan(
      Date.parse(receiver.accepted[0]?.message.timestamp ?? '') + 2 * DAY,
    );
  });

  it('is delivered again after a restart of the service during its delivery', async () => {
    const receiver = await webhookReceiver();
    const bench = webhookBench();
    await bench.webhook('w', receiver.url);
    receiver.answer = 503;
    bench.happens(1);
    bench.happens(2);
    await bench.settled();
    await bench.restart();
    receiver.answer = 204;
    await bench.pass(MINUTE, 10_000);
    expect(numbers(receiver)).toEqual([1, 2]);
  });

  it('has a unique id, which is the same in every attempt', async () => {
    const receiver = await webhookReceiver();
    const bench = webhookBench();
    await bench.webhook('w', receiver.url);
    receiver.answer = 500;
    bench.happens(1);
    await bench.pass(10 * MINUTE, MINUTE);
    receiver.answer = 200;
    bench.happens(2);
    await bench.pass(HOUR, 10 * MINUTE);
    expect(receiver.received.length).toBeGreaterThan(3);
    expect([...new Set(receiver.received.map(({ id }) => id))]).toEqual(['msg_a_1', 'msg_a_2']);
  });
});

describe('a system clock', () => {
  it.each([
    ['back by a year', -365 * DAY],
    ['forward by a year', 365 * DAY],
  ])('that is set %s does not prevent the delivery of waiting events', async (_how, by) => {
    const receiver = await webhookReceiver();
    const bench = webhookBench();
    await bench.webhook('w', receiver.url);
    receiver.answer = 500;
    bench.happens(1);
    await bench.pass(2 * HOUR, 10 * MINUTE);
    bench.time.setWallClock(bench.time.now() + by);
    bench.happens(2);
    await bench.pass(10 * MINUTE, MINUTE);
    expect(bench.states('w')).toEqual(['waiting', 'waiting']);
    receiver.answer = 200;
    await bench.pass(7 * HOUR, HOUR);
    expect(numbers(receiver)).toEqual([1, 2]);
  });

  it('that stopped during sleep delays the next attempt by at most two minutes after the wake-up', async () => {
    const receiver = await webhookReceiver();
    const bench = webhookBench();
    await bench.webhook('w', receiver.url);
    receiver.answer = 500;
    bench.happens(1);
    await bench.pass(HOUR, 10 * MINUTE);
    receiver.answer = 200;
    bench.time.sleep(DAY);
    await bench.pass(2 * MINUTE, MINUTE);
    expect(numbers(receiver)).toEqual([1]);
  });
});

describe('a receiver', () => {
  it('is disabled if it accepts no event for three days, and gets the waiting events when it is enabled again', async () => {
    const receiver = await webhookReceiver();
    const bench = webhookBench();
    await bench.webhook('w', receiver.url);
    receiver.answer = 500;
    bench.happens(1);
    bench.happens(2);
    await bench.pass(3 * DAY, HOUR);
    expect(bench.find('w')?.disabled).toBeNull();
    await bench.pass(9 * HOUR, HOUR);
    expect(bench.find('w')?.disabled?.why).toMatchObject({ code: 'webhook_disabled', params: { reason: 'other' } });
    expect(bench.disabled).toEqual(['a']);
    expect(bench.states('w')).toEqual(['failed', 'waiting']);
    bench.happens(3);
    receiver.answer = 200;
    await bench.pass(DAY, HOUR);
    expect(numbers(receiver)).toEqual([]);
    enableWebhook(bench.store, 'w');
    bench.sender.check();
    await bench.settled();
    expect(numbers(receiver)).toEqual([2, 3]);
    expect(resend(bench.store, 'w', null)).toBe(1);
    bench.sender.check();
    await bench.settled();
    expect(numbers(receiver)).toEqual([2, 3, 1]);
  });

  it('gets no further request after it has answered with status 410', async () => {
    const receiver = await webhookReceiver();
    const bench = webhookBench();
    await bench.webhook('w', receiver.url);
    receiver.answer = 410;
    bench.happens(1);
    bench.happens(2);
    await bench.pass(HOUR, 10 * MINUTE);
    expect(receiver.received).toHaveLength(1);
    expect(bench.find('w')?.disabled?.why).toMatchObject({ code: 'webhook_disabled', params: { reason: 'gone' } });
  });

  it('that answers with a redirect gets no request at the new address', async () => {
    const [receiver, elsewhere] = [await webhookReceiver(), await webhookReceiver()];
    const bench = webhookBench();
    await bench.webhook('w', receiver.url);
    for (const status of [301, 302, 303, 307, 308]) {
      receiver.answer = (_request, response) => response.writeHead(status, { Location: elsewhere.url }).end();
      bench.happens(status);
      await bench.settled();
      expect(problems(bench, 'w').join(' ')).toContain('which is not followed');
      resend(bench.store, 'w', null);
    }
    expect(elsewhere.received).toEqual([]);
    expect(bench.states('w')).not.toContain('delivered');
  });

  it('gets no request before the end of the delay in its Retry-After header', async () => {
    const receiver = await webhookReceiver();
    const bench = webhookBench();
    await bench.webhook('w', receiver.url);
    receiver.answer = (_request, response) => response.writeHead(429, { 'Retry-After': '3600' }).end();
    bench.happens(1);
    await bench.pass(55 * MINUTE, 5 * MINUTE);
    expect(receiver.received).toHaveLength(1);
    receiver.answer = 200;
    await bench.pass(10 * MINUTE, 5 * MINUTE);
    expect(numbers(receiver)).toEqual([1]);
  });

  it('that never answers, or sends only headers, times out', async () => {
    const receiver = await webhookReceiver();
    const bench = webhookBench({ timeoutMs: 50 });
    await bench.webhook('w', receiver.url);
    receiver.answer = () => undefined;
    bench.happens(1);
    await bench.settled();
    expect(problems(bench, 'w')).toEqual([expect.stringContaining('did not answer within')]);
    receiver.answer = (_request, response) => void response.writeHead(500).write('and so on');
    await bench.pass(10_000, 10_000);
    expect(problems(bench, 'w')).toEqual([expect.stringContaining('status 500: “and so on”')]);
  });

  it('accepts an event by its status code, even if its response body never ends', async () => {
    const receiver = await webhookReceiver();
    const bench = webhookBench({ timeoutMs: 60_000 });
    await bench.webhook('w', receiver.url);
    let sent = 0;
    receiver.answer = (_request, response) => {
      response.writeHead(200);
      const more = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(64 * 1024))) sent += 64;
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    };
    bench.happens(1);
    await bench.settled();
    expect(bench.states('w')).toEqual(['delivered']);
    expect(sent).toBeLessThan(64 * 1024);
  });

  it('counts as unreachable if it speaks another protocol than HTTP', async () => {
    const server = createServer();
    server.on('connection', (socket) => socket.end('220 mail.example.com ESMTP\r\n'));
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const bench = webhookBench();
    await bench.webhook('w', `http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    bench.happens(1);
    await bench.settled();
    expect(bench.states('w')).toEqual(['waiting']);
    expect(problems(bench, 'w')).toEqual([expect.stringContaining('cannot be reached')]);
  });

  it('that is down delays no other receivers of any account', async () => {
    const [down, up, other] = [await webhookReceiver(), await webhookReceiver(), await webhookReceiver()];
    const bench = webhookBench();
    await bench.webhook('down', down.url);
    await bench.webhook('up', up.url);
    await bench.webhook('other', other.url, { accountId: 'b' });
    down.answer = () => undefined;
    for (const number of [1, 2, 3]) {
      bench.happens(number);
      bench.happens(number, 'b');
    }
    await expect
      .poll(() => [numbers(up), numbers(other)])
      .toEqual([
        [1, 2, 3],
        [1, 2, 3],
      ]);
    expect(down.received).toHaveLength(1);
  });
});
