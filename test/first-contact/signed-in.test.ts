import { describe, expect, test } from 'vitest';
import { pennyrow, startService } from '../cli/pennyrow.ts';
import { SKIP_BROWSER } from '../support/browser.ts';
import { BROWSER_MS, useBrowser } from '../support/browser-context.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

describe.skipIf(SKIP_BROWSER)('a signed-in browser', { timeout: BROWSER_MS }, () => {
  const newContext = useBrowser();

  test('stays signed in after the service was killed and restarted, until the command line signs it out', async () => {
    const folder = temporaryFolder();
    const first = await startService(folder, '--json');
    const { port } = new URL((JSON.parse(first.firstLine) as { readonly url: string }).url);
    const link = (await pennyrow(folder, 'dashboard', '--json')).json<{ readonly url: string }>();
    const page = await (await newContext()).newPage();
    await page.goto(link.url);
    // Wait for the page's program: it would otherwise reload itself over the page opened below.
    await page.getByRole('heading', { level: 1 }).waitFor();
    await first.stop('SIGKILL');
    await page.getByText('Pennyrow is not responding.', { exact: true }).waitFor();

    const second = await startService(folder, '--port', port);
    await page.getByText('Pennyrow is not responding.', { exact: true }).waitFor({ state: 'detached' });
    await page.goto(`https://localhost:${port}/`);
    await page.goto(`https://localhost:${port}/dashboard/#/settings/sessions`);
    await page.getByText('This browser', { exact: true }).waitFor();

    const signedOut = await pennyrow(folder, 'dashboard', '--sign-out');
    expect(signedOut).toMatchObject({ code: 0, stdout: '1 browser was signed out.\n', stderr: '' });
    await page.getByRole('heading', { name: 'You are signed out', level: 1 }).waitFor();
    expect(await pennyrow(folder, 'dashboard', '--sign-out')).toMatchObject({
      code: 0,
      stdout: 'No browser was signed in.\n',
    });
    expect(await second.stop()).toBe(0);
  });
});
