import { describe, expect, test } from 'vitest';
import type { Bridge } from '../../src/contract/control/bridge.ts';
import { CHANNELS } from '../../src/desktop/window/channels.ts';
import { BROWSER_MS, useBrowser } from '../support/browser-context.ts';
import { SKIP_BROWSER } from '../support/browser.ts';
import { desktopInUse } from '../support/desktop.ts';
import { hostBuilt } from '../support/hosted-service.ts';
import { sharedByTests } from '../support/lifetime.ts';

/** The bridge as a script that has taken over the page sees it. */
declare const pennyrow: Bridge;

const newContext = useBrowser();
/** One desktop for all tests. The last tests navigate its page away. */
const opened = sharedByTests(async () => {
  const desktop = await desktopInUse({ context: await newContext(), startService: hostBuilt });
  const page = await desktop.page();
  // Wait until the window has loaded everything: later requests would interfere with the counts.
  await page.getByText('Everything is fine.').waitFor();
  return { ...desktop, page };
});

describe.skipIf(SKIP_BROWSER)('a page that was taken over', { timeout: BROWSER_MS }, () => {
  test('finds the four functions of the bridge, frozen, and nothing of Node or Electron', async () => {
    const { page, around } = await opened();
    const found = await page.evaluate(() => {
      const globals = globalThis as unknown as Record<string, unknown>;
      return {
        bridge: Object.keys(pennyrow),
        isFrozen: Object.isFrozen(pennyrow) && Object.getOwnPropertyDescriptor(globals, 'pennyrow')?.writable === false,
        node: ['require', 'process', 'module', 'Buffer', 'global', 'ipcRenderer', 'electron'].filter(
          (name) => globals[name] !== undefined,
        ),
      };
    });
    expect(found).toEqual({ bridge: ['call', 'receive', 'cancel', 'listen'], isFrozen: true, node: [] });
    expect(around.ipc.channels()).toEqual(
      [CHANNELS.call, CHANNELS.cancel, CHANNELS.listen, CHANNELS.receive].toSorted(),
    );
  });

  test('can call only the procedures of the contract, with valid inputs', async () => {
    const { page } = await opened();
    const answers = await page.evaluate(() =>
      Promise.all([
        pennyrow.call(901, 'shell.run', {}),
        pennyrow.call(902, '__proto__', {}),
        pennyrow.call(903, 'token.create', { accountId: 7 }),
        pennyrow.call(904, 'service.status', 'x'.repeat(1_000_001)),
        pennyrow.call('no number' as never, 'service.status', {}),
        pennyrow.receive(905, 'a.csv', 'no bytes' as never, true),
        pennyrow.receive(906, 'a.csv', new Uint8Array(4 * 1024 * 1024 + 1), true),
        pennyrow.call(907, 'desktop.quit', {}),
        pennyrow.call(908, 'desktop.change', { theme: 'purple' }),
        pennyrow.call(909, 'desktop.change', { window: { x: 0 } }),
        pennyrow.call(910, 'desktop.openWorkbook', { path: '/etc/passwd' }),
      ]),
    );
    expect(answers.map((answer) => ('problem' in answer ? answer.problem.code : answer))).toEqual([
      'input_unknown_procedure',
      'input_unknown_procedure',
      'input_invalid',
      'input_too_large',
      'input_not_json',
      'input_not_json',
      'input_too_large',
      'input_unknown_procedure',
      'input_invalid',
      'input_invalid',
      'input_invalid',
    ]);
  });

  test('gets no answer to a message from another window, or from a closed window', async () => {
    const { around } = await opened();
    const { mainFrame, id } = around.window().page.part;
    const ask = (event: Parameters<typeof around.ipc.invoke>[0]) =>
      around.ipc.invoke(event, CHANNELS.call, [1, 'account.list', {}]);
    const refused = { problem: { code: 'control_stranger' } };
    expect(await ask({ sender: { id }, senderFrame: mainFrame })).toHaveProperty('result');
    expect(await ask({ sender: { id: id + 1 }, senderFrame: mainFrame })).toMatchObject(refused);
    expect(await ask({ sender: { id }, senderFrame: null })).toMatchObject(refused);
    expect(await ask({ sender: { id }, senderFrame: { ...mainFrame, frameTreeNodeId: 99 } })).toMatchObject(refused);
    expect(
      await ask({ sender: { id }, senderFrame: { ...mainFrame, url: 'pennyrow://dashboard.example/' } }),
    ).toMatchObject(refused);
  });

  test('cannot read a secret through any procedure', async () => {
    const { page, desktop } = await opened();
    const secret = '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d';
    await desktop?.service.control.call(
      'registration.set',
      { kind: 'google', given: { id: '123-abc.apps.googleusercontent.com', secret: secret } },
      new AbortController().signal,
      'trusted',
    );
    const results = await page.evaluate(async () => {
      const [account] = ((await pennyrow.call(801, 'account.list', {})) as { result: { id: string }[] }).result;
      const accountId = account?.id;
      const names = ['account.list', 'service.status', 'service.certificate', 'service.doctor', 'settings.get'];
      const ofAccount = ['token.list', 'connection.list', 'workbook.get', 'run.list'];
      const answers = [
        ...names.map((name, index) => pennyrow.call(810 + index, name, {})),
        pennyrow.call(850, 'registration.get', { kind: 'google' }),
        ...ofAccount.map((name, index) => pennyrow.call(830 + index, name, { accountId })),
      ];
      return JSON.stringify(await Promise.all(answers));
    });
    expect(results).toContain('123-abc');
    expect(results).not.toContain(secret);
    expect(results).not.toMatch(/PRIVATE KEY|secretHash|refresh_token/);
  });
});

describe.skipIf(SKIP_BROWSER)('the channel', { timeout: BROWSER_MS }, () => {
  test('sends a file in parts, and aborts a transfer that the page aborts', async () => {
    const { page: shown } = await opened();
    // Request numbers that the page itself does not use.
    const file = await shown.evaluate(async () => {
      const first = await pennyrow.receive(
        1_000_001,
        'statement.csv',
        new TextEncoder().encode('Date,Amount\n'),
        false,
      );
      const last = await pennyrow.receive(
        1_000_001,
        'statement.csv',
        new TextEncoder().encode('2026-03-01,5.00\n'),
        true,
      );
      return [first, last];
    });
    expect(file).toMatchObject([{ result: null }, { result: { name: 'statement.csv', bytes: 28 } }]);
    const cancelled = await shown.evaluate(async () => {
      await pennyrow.receive(1_000_002, 'other.csv', new Uint8Array(10), false);
      pennyrow.cancel(1_000_002);
      return pennyrow.receive(1_000_002, 'other.csv', new Uint8Array(10), true);
    });
    expect(cancelled).toHaveProperty('problem');
  });

  test('sends events to the page that subscribed, and not to the next page before it subscribes', async () => {
    const { page: shown, around, desktop } = await opened();
    await shown.evaluate(() => {
      const heard: string[] = [];
      Object.assign(globalThis, { heard });
      pennyrow.listen((event) => heard.push(event.type));
    });
    const control = desktop?.service.control;
    await control?.call('settings.set', { syncsPerDay: 30 }, new AbortController().signal, 'trusted');
    await expect
      .poll(() => shown.evaluate(() => (globalThis as unknown as { heard: string[] }).heard))
      .toEqual(['changed']);
    around.window().part.webContents.reload();
    await expect
      .poll(() => shown.evaluate(() => (globalThis as unknown as { heard?: string[] }).heard ?? null))
      .toBeNull();
    await shown.getByText('Everything is fine.').waitFor();
  });
});

describe.skipIf(SKIP_BROWSER)('a page that was taken elsewhere', { timeout: BROWSER_MS }, () => {
  test('gets no answer at another address, although the bridge exists there as well', async () => {
    const { page, around } = await opened();
    await page.route('https://elsewhere.example/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>Elsewhere</title>' }),
    );
    // Simulates a failure of everything that prevents navigation.
    await around.window().page.move((moved) => moved.goto('https://elsewhere.example/'));
    const answer = await page.evaluate(() => pennyrow.call(1, 'account.list', {}));
    expect(answer).toMatchObject({ problem: { code: 'control_stranger' } });
    expect(await page.evaluate(() => pennyrow.receive(2, 'a.csv', new Uint8Array(3), true))).toMatchObject({
      problem: { code: 'control_stranger' },
    });
  });
});
