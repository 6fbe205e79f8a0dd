import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { problem } from '../../../messages/problem.ts';
import { listenForRedirect, type Shown } from './redirect.ts';

const FINE: Shown = { status: 200, problem: problem('workbook_consent_nothing_here', {}) };

test('closing the listener lets a slow page finish', async () => {
  const listener = await listenForRedirect(
    () => FINE,
    async () => {
      await sleep(1500);
      return '<p>Connected</p>';
    },
  );
  const shown = fetch(`${listener.redirectUri}/?state=a`);
  await sleep(100);
  listener.close();
  expect(await (await shown).text()).toBe('<p>Connected</p>');
});

test('closing the listener ends unused connections of the browser', async () => {
  const listener = await listenForRedirect(
    () => FINE,
    async () => '<p>Connected</p>',
  );
  const ahead = connect(Number(new URL(listener.redirectUri).port), '127.0.0.1');
  ahead.on('error', () => {});
  await once(ahead, 'connect');
  const closed = once(ahead, 'close');
  expect(await (await fetch(`${listener.redirectUri}/?state=a`)).text()).toBe('<p>Connected</p>');
  listener.close();
  await closed;
});
