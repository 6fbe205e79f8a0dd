import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { pennyrow, startServiceIn } from '../cli/pennyrow.ts';
import { BROWSER_MS, SKIP_BROWSER, useDashboard, useSharedDashboard } from '../support/dashboard.ts';
import { fakeOpener } from '../support/fake-opener.ts';
import { connectSocket } from '../../src/control/socket/client.ts';
import { IS_WINDOWS } from '../support/machine.ts';
import { folderInUse, serviceInUse } from '../support/service-in-use.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const linux = (env: Readonly<Record<string, string>>) => ({ system: { platform: 'linux', env } as const });

describe.skipIf(SKIP_BROWSER || IS_WINDOWS)(
  'opening the spreadsheet from the dashboard',
  { timeout: BROWSER_MS },
  () => {
    const open = useDashboard();

    /** A machine with a screen, whose programs each test chooses. */
    const shared = useSharedDashboard(async () => {
      const { env, given } = fakeOpener();
      const programs = { ...env };
      const choose = (path = env['PATH']): void => void Object.assign(programs, { PATH: path });
      return { ...(await open({ service: await serviceInUse(linux(programs)) })), choose, given };
    });

    test('opens the file in its program and its folder in the file manager, for a user at Pennyrow’s machine', async () => {
      const { page, service, goTo, axe, choose, given } = await shared();
      choose();
      await goTo('/');
      await page.getByRole('button', { name: 'Open spreadsheet' }).click();
      await expect.poll(given).toEqual([[service.workbookPath]]);
      expect(await page.getByRole('button', { name: 'Copy spreadsheet path' }).count()).toBe(0);
      expect(await axe()).toEqual([]);
      await goTo('/workbook');
      await page.getByRole('button', { name: 'Show in folder' }).click();
      await expect.poll(given).toEqual([[service.workbookPath], [service.folder]]);
      expect(await page.getByRole('alert').count()).toBe(0);
    });

    test('shows the path if Pennyrow’s machine has no screen', async () => {
      const { page } = await open();
      await page.getByRole('button', { name: 'Copy spreadsheet path' }).waitFor();
      expect(await page.getByRole('button', { name: 'Open spreadsheet' }).count()).toBe(0);
    });

    test('explains the remedy if no program opens such files, or the file is missing, and shows the path', async () => {
      const { page, service, goTo, axe, choose } = await shared();
      choose(temporaryFolder());
      await goTo('/');
      await page.getByRole('button', { name: 'Open spreadsheet' }).click();
      await page.getByText('the program xdg-open is missing', { exact: false }).waitFor();
      await page.getByText('xdg-utils', { exact: false }).waitFor();
      await page.getByRole('button', { name: 'Copy spreadsheet path' }).waitFor();
      expect(await axe()).toEqual([]);
      renameSync(service.workbookPath, join(service.folder, 'elsewhere.xlsx'));
      await page.getByRole('button', { name: 'Show in folder' }).click();
      await page.getByText('There is no spreadsheet at', { exact: false }).first().waitFor();
    });
  },
);

describe.skipIf(IS_WINDOWS)('opening a workbook', { timeout: BROWSER_MS }, () => {
  test('is rejected for a page on another machine, for a page that sends a path, and for an unknown account', async () => {
    const { env, given } = fakeOpener();
    const { service, accountId } = await serviceInUse(linux(env));
    const call = (input: unknown, asker: 'page' | 'page-here') =>
      service.control.call('workbook.open', input, new AbortController().signal, asker);
    await expect(call({ accountId, shows: 'file' }, 'page')).rejects.toMatchObject({
      code: 'workbook_not_opened',
      remedy: 'Open it there.',
    });
    await expect(call({ accountId, shows: 'file', path: '/bin/sh' }, 'page-here')).rejects.toMatchObject({
      code: 'input_invalid',
    });
    await expect(call({ accountId: 'account_x', shows: 'file' }, 'page-here')).rejects.toMatchObject({
      code: 'account_unknown',
    });
    const got = (asker: 'page' | 'page-here') =>
      service.control.call('workbook.get', { accountId }, new AbortController().signal, asker);
    expect(await got('page')).not.toHaveProperty('opensHere');
    expect(await got('page-here')).toHaveProperty('opensHere', true);
    expect(given()).toEqual([]);
  });

  test.each([
    ['a working opener', fakeOpener, null],
    ['an opener that fails', () => fakeOpener('exit 4'), 'install what opens such files'],
  ] as const)(
    'passes only the path of the connected file to %s, and returns its result',
    async (_name, opener, remedy) => {
      const folder = await folderInUse();
      const { env, given } = opener();
      const serving = await startServiceIn(folder, env);
      const path = join(folder, `-my "money" & 'more'.xlsx`);
      const connected = await pennyrow(folder, 'workbook', 'create', path);
      expect(connected.stderr).toBe('');
      const client = await connectSocket(join(folder, 'control.sock'));
      if (client === null) throw new Error('nobody answers the socket');
      const [account] = await client.call('account.list', {});
      const accountId = account?.id ?? '';
      const failure = await client
        .call('workbook.open', { accountId, shows: 'file' })
        .catch((thrown: unknown) => thrown);
      if (remedy === null) expect(failure).toBeNull();
      else expect(failure).toMatchObject({ code: 'workbook_not_opened', remedy: expect.stringContaining(remedy) });
      expect(given()).toEqual([[path]]);
      rmSync(path);
      await expect(client.call('workbook.open', { accountId, shows: 'folder' })).rejects.toMatchObject({
        code: 'workbook_missing',
      });
      expect(given()).toHaveLength(1);
      expect(await serving.stop()).toBe(0);
    },
  );
});
