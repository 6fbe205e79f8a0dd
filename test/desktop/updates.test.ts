import { describe, expect, test } from 'vitest';
import { contentOf, installedDesktop, OLD_PROGRAM, type InstalledDesktop } from '../support/installed-desktop.ts';

// Runs the real electron-updater in a fake Electron, against a local HTTP server. See also real/updates.test.ts.

/** Downloads a new version, so that a dialog box asks when to install it. */
async function downloaded(installed: InstalledDesktop): Promise<void> {
  installed.feed.publish({ version: '0.2.0' });
  await installed.click('Check for updates…');
  await installed.answer(/0\.2\.0 is available/, 'Download Update');
  await expect.poll(() => installed.around.box.shown.at(-1)?.message).toBe('Pennyrow 0.2.0 is ready.');
}

describe('an update', () => {
  test('waits for a running sync to end before anything is replaced', async () => {
    const installed = await installedDesktop();
    const { around, desktop, program, hasRestarted } = installed;
    const call = (name: string, input: unknown) =>
      desktop?.service.control.call(name, input, new AbortController().signal, 'trusted') as Promise<never>;
    const [account] = (await call('account.list', {})) as { id: string }[];
    await call('connection.add', { accountId: account?.id, kind: 'demo', settings: { seed: 7 } });
    await downloaded(installed);
    const order: string[] = [];
    desktop?.service.control.subscribe((event) => {
      if (event.type === 'run' && event.run.finishedAt !== null)
        order.push(contentOf(program) === OLD_PROGRAM ? 'settled before' : 'settled after');
    });
    await call('run.sync', { accountId: account?.id });
    around.box.press('Restart Now');
    await around.app.ended;
    expect(order).toEqual(['settled before']);
    expect(contentOf(program)).not.toBe(OLD_PROGRAM);
    // The new version is a separate process that writes into the test's folder, so wait for it.
    await expect.poll(hasRestarted).toBe(true);
  });
});

test('an update that the user started and then postponed is not installed at a later quit', async () => {
  const installed = await installedDesktop();
  const { desktop, around, program, hasRestarted } = installed;
  desktop?.showDashboard();
  around.window().hasUnsaved = true;
  await downloaded(installed);
  around.box.press('Restart Now');
  await expect.poll(() => around.box.shown.at(-1)?.message).toBe('Leave this page?');
  // The fake dialog box chooses “Stay”, because the test presses no button in it.
  await expect.poll(() => around.trays[0]?.menu()?.map(({ label }) => label)).toContain('Restart to update to 0.2.0…');
  around.window().hasUnsaved = false;
  around.app.quit();
  expect(await around.app.ended).toBe(0);
  expect([contentOf(program), hasRestarted()]).toEqual([OLD_PROGRAM, false]);
});

describe('the privacy of updates', () => {
  test('no request is sent at the start or when the machine wakes up, unless the user agreed to it', async () => {
    const { around, feed, updater } = await installedDesktop();
    around.power.emit('resume');
    await expect.poll(() => around.trays[0]?.menu()?.some(({ label }) => label === 'Check for updates…')).toBe(true);
    expect(feed.requestedPaths).toEqual([]);
    expect(updater.sent).toEqual([]);
  });

  test('no request identifies an installation: all installations send equal requests', async () => {
    const words: unknown[] = [];
    for (const locale of ['en-GB', 'fr-FR']) {
      const installed = await installedDesktop({ locale });
      installed.feed.publish({ version: '0.2.0' });
      await installed.click('Check for updates…');
      await installed.answer(/is available/, 'Download Update');
      await installed.answer(/is ready/, 'Not Now');
      words.push(
        installed.updater.sent.map(({ url, headers }) => [
          new URL(url).pathname,
          new URL(url).search.replace(/=\w+$/, '='),
          headers,
        ]),
      );
    }
    expect(words[0]).toEqual(words[1]);
    expect(words[0]).toEqual([
      [
        expect.stringMatching(/\/latest[\w-]*\.yml$/),
        '?noCache=',
        {
          'User-Agent': 'Pennyrow',
          'Cache-Control': 'no-cache',
          'x-user-staging-id': '00000000-0000-0000-0000-000000000000',
        },
      ],
      [
        '/updates/Pennyrow-0.2.0.AppImage',
        '',
        {
          accept: '*/*',
          'User-Agent': 'Pennyrow',
          'Cache-Control': 'no-cache',
          'x-user-staging-id': '00000000-0000-0000-0000-000000000000',
        },
      ],
    ]);
  });
});
