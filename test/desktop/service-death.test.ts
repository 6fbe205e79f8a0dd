import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { PennyrowError } from '../../src/platform/errors.ts';
import { DYING, hostedService, type HostedService } from '../support/hosted-service.ts';

const never = new AbortController().signal;

function die({ service }: Pick<HostedService, 'service'>, input: object = {}): void {
  service.control.call('test.die', input, never, 'trusted').catch(() => undefined);
}

describe('a service that crashes', () => {
  it('fails pending requests, is logged with the reason, and is restarted while its clients stay connected', async () => {
    const problems: PennyrowError[] = [];
    const startsAgain = async (problem: PennyrowError): Promise<boolean> => problems.push(problem) > 0;
    const hosted = await hostedService({ startsAgain }, { program: DYING });
    const { service, client, accountId, events, folder } = hosted;
    await client.call('connection.add', { accountId, kind: 'demo', settings: { seed: 7 } });
    const failure = client.call('run.preview', { accountId }).then(
      () => 'answered',
      (thrown: unknown) => thrown,
    );
    die(hosted);
    expect(await failure).toMatchObject({ code: 'service_stopped', remedy: expect.stringContaining('pennyrow.log') });
    await expect.poll(() => events).toContainEqual({ type: 'changed', what: 'accounts', accountId: null });
    expect(problems.map(({ code }) => code)).toEqual(['service_stopped']);
    expect(await client.call('connection.list', { accountId })).toHaveLength(1);
    service.log.info({}, 'It goes on');
    await service.close();
    const log = readFileSync(join(folder, 'pennyrow.log'), 'utf8');
    expect(log).toContain('a mistake that nobody foresaw');
    expect(log).toContain('dying-service-child');
    expect(log).toContain('It goes on');
  });

  it('reports the result of an interrupted write once it runs again', async () => {
    const hosted = await hostedService({ startsAgain: async () => true }, { program: DYING });
    const { client, accountId, events } = hosted;
    await client.call('connection.add', { accountId, kind: 'demo', settings: { seed: 7 } });
    die(hosted, { at: 'writing' });
    const { runId } = await client.call('run.sync', { accountId });
    const ends = () =>
      events.flatMap((event) =>
        event.type === 'run' && event.run.id === runId && event.run.finishedAt !== null ? [event.run.status] : [],
      );
    await expect.poll(ends).toHaveLength(1);
    expect(['failed', 'succeeded']).toContain(ends()[0]);
    const next = await client.call('run.sync', { accountId });
    const run = await client.call('run.wait', { runId: next.runId });
    const { total } = await client.call('transaction.list', { accountId });
    const first = await client.call('run.get', { runId });
    expect(total).toBeGreaterThan(0);
    expect(first.counts.added + run.counts.added).toBe(total);
  });

  it('is not restarted if the user quits: requests then fail, and closing succeeds', async () => {
    const hosted = await hostedService({}, { program: DYING });
    die(hosted);
    await expect
      .poll(() =>
        hosted.client.call('account.list', {}).then(
          () => 'answered',
          (thrown: PennyrowError) => thrown.code,
        ),
      )
      .toBe('service_stopped');
    hosted.service.log.warn({}, 'nobody hears this');
    hosted.service.wake();
    await expect(hosted.service.close()).resolves.toBeUndefined();
  });
});
