import { expect, it } from 'vitest';
import { sharedByTests } from '../../support/lifetime.ts';
import { call, describeReal, openDashboard } from './electron.ts';

/** The results of a script that runs in the page. */
type Answers = readonly (string | null)[];

describeReal('a compromised page', () => {
  const opened = sharedByTests(() => openDashboard());

  it('can use only the frozen bridge, and nothing of Node or Electron', async () => {
    const { window } = await opened();
    const found = await window.evaluate(`({
      bridge: Object.keys(pennyrow),
      isFrozen: Object.isFrozen(pennyrow) && !Object.getOwnPropertyDescriptor(globalThis, 'pennyrow').writable,
      node: ['require', 'process', 'module', 'Buffer', 'global', 'ipcRenderer', 'electron'].filter((name) => globalThis[name] !== undefined),
    })`);
    expect(found).toEqual({ bridge: ['call', 'receive', 'cancel', 'listen'], isFrozen: true, node: [] });
  });

  it('can call only procedures of the contract, with valid inputs', async () => {
    const { window } = await opened();
    const answers = await window.evaluate<Answers>(`Promise.all([
      pennyrow.call(901, 'shell.run', {}),
      pennyrow.call(902, '__proto__', {}),
      pennyrow.call(903, 'token.create', { accountId: 7 }),
      pennyrow.call(904, 'service.status', 'x'.repeat(1_000_001)),
      pennyrow.call('no number', 'service.status', {}),
      pennyrow.receive(905, 'a.csv', 'no bytes', true),
      pennyrow.receive(906, 'a.csv', new Uint8Array(4 * 1024 * 1024 + 1), true),
      pennyrow.call(907, 'desktop.change', { theme: 'purple' }),
      pennyrow.call(908, 'desktop.choose', { kind: 'workbook', properties: ['showHiddenFiles'] }),
      pennyrow.call(909, 'desktop.openWorkbook', { path: '/etc/passwd' }),
    ]).then((answers) => answers.map(({ problem }) => problem?.code ?? null))`);
    expect(answers).toEqual([
      'input_unknown_procedure',
      'input_unknown_procedure',
      'input_invalid',
      'input_too_large',
      'input_not_json',
      'input_not_json',
      'input_too_large',
      'input_invalid',
      'input_invalid',
      'input_invalid',
    ]);
  });

  it('cannot read a secret through any procedure', async () => {
    const { window } = await opened();
    const secret = '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d';
    const given = { id: '123-abc.apps.googleusercontent.com', secret };
    await call(window, 'registration.set', { kind: 'google', given });
    const names = ['account.list', 'service.status', 'service.certificate', 'service.doctor', 'settings.get'];
    const answers = await Promise.all([
      call(window, 'registration.get', { kind: 'google' }),
      ...names.map((name) => call(window, name)),
    ]);
    expect(JSON.stringify(answers)).toContain('123-abc');
    expect(JSON.stringify(answers)).not.toMatch(/a-secret-that|PRIVATE KEY|secretHash|refresh_token/);
  });

  it('cannot reach the network, read another file, or run a script that it adds', async () => {
    const { window } = await opened();
    const statuses = (urls: readonly string[], options: object) =>
      window.evaluate<Answers>(
        `Promise.all(${JSON.stringify(urls)}.map((url) => fetch(url, ${JSON.stringify(options)}).then((answer) => String(answer.status), () => null)))`,
      );
    expect(await statuses(['https://elsewhere.example/', 'http://127.0.0.1:9/'], { mode: 'no-cors' })).toEqual([
      null,
      null,
    ]);
    const files = ['pennyrow://dashboard/%2e%2e/package.json', 'pennyrow://dashboard/index.html'];
    expect(await statuses(files, {})).toEqual(['404', '404']);
    await window.evaluate(`{
      const script = document.createElement('script');
      script.textContent = 'globalThis.wasHere = 1';
      document.body.append(script);
      document.body.insertAdjacentHTML('beforeend', '<img src="x" onerror="globalThis.wasHere = 2">');
    }`);
    await window.waitForTimeout(200);
    expect(await window.evaluate('globalThis.wasHere ?? null')).toBeNull();
  });

  it('cannot reach the network even without its content security policy', async () => {
    const { app } = await opened();
    const isBlocked = await app.evaluate(({ session }) =>
      session.defaultSession.fetch('http://127.0.0.1:9/').then(
        () => false,
        (thrown: Error) => thrown.message.includes('ERR_BLOCKED_BY_CLIENT'),
      ),
    );
    expect(isBlocked).toBe(true);
  });

  it('opens only allowed links, in the system’s browser, and saves only files that it made', async () => {
    const { app, window } = await opened();
    await app.evaluate(({ shell, session }) => {
      const seen: string[] = [];
      Object.assign(globalThis, { seen });
      Object.assign(shell, { openExternal: async (url: string) => void seen.push(url) });
      session.defaultSession.on('will-download', (event, item) => {
        seen.push(`${item.getURL().slice(0, 5)} ${event.defaultPrevented}`);
        item.cancel();
      });
    });
    await window.evaluate(`{
      for (const url of ['https://docs.google.com/spreadsheets/d/1/edit', 'http://docs.google.com/', 'https://docs.google.com.elsewhere.example/', 'https://docs.google.com:8443/'])
        window.open(url);
      for (const href of ['data:application/octet-stream,hello', URL.createObjectURL(new Blob(['a']))])
        Object.assign(document.createElement('a'), { href, download: 'tool.sh' }).click();
    }`);
    const seen = () => app.evaluate(() => (globalThis as unknown as { seen: string[] }).seen);
    await expect
      .poll(async () => (await seen()).toSorted())
      .toEqual(['blob: false', 'data: true', 'https://docs.google.com/spreadsheets/d/1/edit']);
    expect(app.windows()).toHaveLength(1);
  });

  it('gets no permission, such as for the camera or location', async () => {
    const { window } = await opened();
    const states = await window.evaluate<Answers>(
      `Promise.all(['geolocation', 'notifications', 'camera', 'clipboard-read'].map((name) => navigator.permissions.query({ name }).then(({ state }) => state)))`,
    );
    expect(states.filter((state) => state !== 'denied')).toEqual([]);
  });

  it('gets the events that it subscribed to, and none after a reload', async () => {
    const { window } = await opened();
    const heard = () => window.evaluate('globalThis.heard ?? null');
    await window.evaluate(`globalThis.heard = []; pennyrow.listen((event) => heard.push(event.type));`);
    await call(window, 'settings.set', { syncsPerDay: 30 });
    await expect.poll(heard).toEqual(['changed']);
    await window.reload();
    await window.getByRole('navigation').waitFor();
    expect(await heard()).toBeNull();
  });

  it('can send a file in parts, and cancel a file before its last part', async () => {
    const { window } = await opened();
    const answers = await window.evaluate(`(async () => {
      const bytes = (text) => new TextEncoder().encode(text);
      await pennyrow.receive(801, 'statement.csv', bytes('Date,Amount\\n'), false);
      const whole = await pennyrow.receive(801, 'statement.csv', bytes('2026-03-01,5.00\\n'), true);
      await pennyrow.receive(802, 'other.csv', bytes('Date'), false);
      pennyrow.cancel(802);
      return [whole, await pennyrow.receive(802, 'other.csv', bytes(''), true)];
    })()`);
    expect(answers).toMatchObject([{ result: { name: 'statement.csv', bytes: 28 } }, { problem: {} }]);
  });

  it('gets no answer in another window or at another URL, although the bridge exists there', async () => {
    const { app } = await opened();
    const preload = await app.evaluate(({ app: running }) => `${running.getAppPath()}/dist/preload.cjs`);
    for (const url of ['pennyrow://dashboard/', 'data:text/html,<title>Elsewhere</title>']) {
      const other = await app.evaluate(
        async ({ BrowserWindow }, [file, address]) => {
          const window = new BrowserWindow({ show: false, webPreferences: { preload: file, sandbox: true } });
          await window.loadURL(address);
          return window.webContents.executeJavaScript(`pennyrow.call(1, 'account.list', {})`) as Promise<unknown>;
        },
        [preload, url] as const,
      );
      expect(other).toMatchObject({ problem: { code: 'control_stranger' } });
    }
    const moved = await app.evaluate(async ({ BrowserWindow }) => {
      const own = BrowserWindow.getAllWindows().find((window) => window.isVisible());
      await own?.loadURL('data:text/html,<title>Elsewhere</title>');
      return own?.webContents.executeJavaScript(`pennyrow.call(1, 'account.list', {})`) as Promise<unknown>;
    });
    expect(moved).toMatchObject({ problem: { code: 'control_stranger' } });
  });
});
