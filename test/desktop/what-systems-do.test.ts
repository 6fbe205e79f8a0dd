import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { problem, report } from '../../src/messages/problem.ts';
import { desktopInUse, type DesktopInUseOptions } from '../support/desktop.ts';
import { startHere } from '../support/service-here.ts';

/** A desktop whose service reports that the bank permanently rejects a connection. */
async function withProblem(options: Partial<DesktopInUseOptions>) {
  const refused = report(
    problem('source_refused', { host: 'bank.example', status: '403', words: null, access: 'token' }),
  );
  const startService: DesktopInUseOptions['startService'] = async (config, surroundings) => {
    const service = await startHere(config, surroundings);
    const { control } = service;
    const call: typeof control.call = async (name, input, signal, caller) => {
      const answer = await control.call(name, input, signal, caller);
      if (name !== 'connection.list') return answer;
      const connections = answer as readonly { readonly health: object }[];
      return connections.map((each) => ({ ...each, health: { ...each.health, problem: refused, failures: 1 } }));
    };
    return { ...service, control: { ...control, call } };
  };
  const started = await desktopInUse({ startService, ...options });
  const { desktop, folder } = started;
  if (desktop === null) throw new Error('It did not start.');
  const call = async (name: string, input: object): Promise<unknown> =>
    desktop.service.control.call(name, input, new AbortController().signal, 'trusted');
  const fail = async (): Promise<void> => {
    const [account] = (await call('account.list', {})) as { readonly id: string }[];
    await call('connection.add', { accountId: account?.id, kind: 'demo', settings: { seed: 7 } });
  };
  return { ...started, fail, log: () => readFileSync(join(folder, 'pennyrow.log'), 'utf8') };
}

describe('a system that cannot show notifications', () => {
  test('gets none if libnotify is missing, and the notification is recorded as sent', async () => {
    const { fail, around, folder } = await withProblem({
      onElectron: (_electron, { noticeSystem }) => {
        noticeSystem.isSupported = false;
      },
    });
    await fail();
    const record = join(folder, 'desktop', 'told.json');
    await expect.poll(() => (existsSync(record) ? readFileSync(record, 'utf8') : '')).toContain('source_refused');
    expect(around.notices).toEqual([]);
    expect(around.box.shown).toEqual([]);
  });

  test('is logged without a reason on Linux, and shows no error to the user', async () => {
    const { fail, log, around } = await withProblem({
      onElectron: (_electron, { noticeSystem }) => {
        noticeSystem.refusal = 'The name org.freedesktop.Notifications was not provided by any .service files';
      },
    });
    await fail();
    await expect.poll(log).toContain('The system refused it');
    expect(log()).not.toContain('freedesktop');
    expect(around.box.shown).toEqual([]);
  });

  test('is logged with its reason if it returns one, and shows no error to the user', async () => {
    const { fail, log, around } = await withProblem({
      platform: 'darwin',
      onElectron: (_electron, { noticeSystem }) => {
        noticeSystem.refusal = 'Notifications are not allowed for this application';
      },
    });
    await fail();
    await expect.poll(log).toContain('Notifications are not allowed for this application');
    expect(around.box.shown).toEqual([]);
  });
});

test('a Windows session that ends stops the app at once, without a question', async () => {
  const { around } = await desktopInUse({ platform: 'win32' });
  around.app.endSession();
  expect(await around.app.ended).toBe(0);
  expect(around.box.shown).toEqual([]);
});

test('Windows identifies the app by the id that its installer registers', async () => {
  const { around } = await desktopInUse({ platform: 'win32' });
  expect(around.app.userModelId()).toBe('app.pennyrow.desktop');
});
