import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createAlarms } from './alarms.ts';

test('an alarm fires once, at its time', async () => {
  const at = Date.now() + 150;
  const rang: number[] = [];
  await new Promise<void>((resolve) => {
    createAlarms().at(at, () => {
      rang.push(Date.now());
      resolve();
    });
  });
  await wait(50);
  expect(rang).toHaveLength(1);
  expect(rang[0]).toBeGreaterThanOrEqual(at);
});

test('alarms fire in the order of their times, and canceled alarms do not fire', async () => {
  const alarms = createAlarms();
  const rang: string[] = [];
  const done = Promise.withResolvers<void>();
  const start = Date.now();
  alarms.at(start + 300, done.resolve);
  alarms.at(start + 200, () => rang.push('second'));
  const cancel = alarms.at(start + 150, () => rang.push('cancelled'));
  alarms.at(start + 100, () => rang.push('first'));
  cancel();
  await done.promise;
  expect(rang).toEqual(['first', 'second']);
});

test('an alarm for a past time fires immediately', async () => {
  const ringing = new Promise<string>((resolve) => void createAlarms().at(Date.now() - 1000, () => resolve('rang')));
  expect(await ringing).toBe('rang');
});

test('an alarm for a past time can be canceled before it fires', async () => {
  let rang = false;
  createAlarms().at(Date.now() - 1000, () => {
    rang = true;
  })();
  await wait(20);
  expect(rang).toBe(false);
});
