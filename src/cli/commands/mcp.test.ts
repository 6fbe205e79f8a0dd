import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { OpenControl } from '../open-control.ts';
import { createControlLease } from './mcp.ts';

const IDLE_MS = 200;

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** A control lease, and a record of when it opens and closes control. */
function house(isInProcess: boolean) {
  const seen: string[] = [];
  const call = (name: string): Promise<string> =>
    name === 'settings.get' ? Promise.reject(new Error('no')) : Promise.resolve('answered');
  const lease = createControlLease(() => {
    seen.push('opened');
    return Promise.resolve({
      isInProcess,
      call,
      subscribe: () => Promise.resolve(() => undefined),
      close: () => Promise.resolve(void seen.push('closed')),
    } as unknown as OpenControl);
  }, IDLE_MS);
  return { seen, lease };
}

it('a control lease keeps the data folder open from the first call until shortly after the last one', async () => {
  const { seen, lease } = house(true);
  await Promise.all([lease.call('account.list', {}), lease.call('account.list', {})]);
  vi.advanceTimersByTime(IDLE_MS - 1);
  await lease.call('account.list', {});
  expect(seen).toEqual(['opened']);
  vi.advanceTimersByTime(IDLE_MS);
  await turn();
  expect(seen).toEqual(['opened', 'closed']);
  await lease.call('account.list', {});
  expect(seen).toEqual(['opened', 'closed', 'opened']);
});

it('a control lease disconnects from a service in another process at once, because it may stop before the next call', async () => {
  const { seen, lease } = house(false);
  await lease.call('account.list', {});
  await turn();
  expect(seen).toEqual(['opened', 'closed']);
});

it('a control lease closes control after a failed call, so that the next call opens it again', async () => {
  const { seen, lease } = house(true);
  await expect(lease.call('settings.get', {})).rejects.toThrow('no');
  await turn();
  expect(seen).toEqual(['opened', 'closed']);
});

it('a control lease opens control again after a failed attempt, and then has nothing to close', async () => {
  let tries = 0;
  const lease = createControlLease(() => Promise.reject(new Error(`try ${(tries += 1)}`)), IDLE_MS);
  await expect(lease.call('account.list', {})).rejects.toThrow('try 1');
  await expect(lease.call('account.list', {})).rejects.toThrow('try 2');
  await lease.close();
});
