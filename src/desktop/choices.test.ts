import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { shellDouble, themeDouble } from '../../test/desktop/double/machine-parts.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { createChoices } from './choices.ts';
import { createLoginItem, type LoginItem } from './login-item.ts';
import { ownProcedures } from './host/own-procedures.ts';
import { openSettings } from './settings.ts';
import { openUpdateMemory } from './updates/update-memory.ts';

const CALL = new AbortController().signal;

/** The desktop settings of an app that is installed on Linux, in a temporary home folder. */
function chosen(given: { readonly loginItem?: LoginItem | null } = {}) {
  const folder = temporaryFolder();
  const nativeTheme = themeDouble();
  const app = { getVersion: () => '1.2.3', isPackaged: true } as never;
  const loginItem =
    given.loginItem === undefined
      ? createLoginItem(app, { platform: 'linux', env: {} }, '/opt/pennyrow', folder)
      : given.loginItem;
  const open = () =>
    createChoices(
      { app, nativeTheme, Notification: { isSupported: () => true } as never },
      {
        settings: openSettings(folder, () => undefined),
        i18n: { setLanguage: async () => undefined },
        loginItem,
        dailyLook: openUpdateMemory(join(folder, 'updates.json'), () => undefined).dailyLook,
      },
    );
  const choices = open();
  const changeEvents: number[] = [];
  choices.onChange(() => changeEvents.push(changeEvents.length));
  return {
    choices,
    again: open,
    nativeTheme,
    changeEvents,
    file: join(folder, 'desktop.json'),
    folder,
    autostart: join(folder, '.config', 'autostart', 'pennyrow.desktop'),
  };
}

describe('the desktop settings', () => {
  it('by default enable notifications about problems, and nothing else', () => {
    const { choices, nativeTheme } = chosen();
    expect(choices.view()).toEqual({
      version: '1.2.3',
      notifications: { problems: true, newTransactions: false },
      canNotify: true,
      startsAtLogin: false,
      looksForUpdates: false,
      theme: 'system',
    });
    expect(nativeTheme.themeSource).toBe('system');
  });

  it('are applied, stored for the next start, and reported to listeners', () => {
    const { choices, again, nativeTheme, changeEvents, autostart } = chosen();
    const after = choices.change({
      notifications: { newTransactions: true },
      startsAtLogin: true,
      looksForUpdates: true,
      theme: 'dark',
    });
    expect(after).toMatchObject({
      notifications: { problems: true, newTransactions: true },
      startsAtLogin: true,
      looksForUpdates: true,
      theme: 'dark',
    });
    expect(existsSync(autostart)).toBe(true);
    expect(nativeTheme.themeSource).toBe('dark');
    expect(changeEvents).toHaveLength(1);
    nativeTheme.themeSource = 'system';
    expect(again().view()).toEqual(after);
    expect(nativeTheme.themeSource).toBe('dark');
  });

  it('all stay unchanged if their file cannot be written', () => {
    const { choices, file, folder, nativeTheme, changeEvents, autostart } = chosen();
    choices.change({ theme: 'light' });
    // With a file at the path of the folder, every write fails.
    rmSync(folder, { recursive: true });
    writeFileSync(folder, '');
    expect(() => choices.change({ theme: 'dark' })).toThrow(/EEXIST|ENOTDIR/);
    rmSync(folder);
    expect(nativeTheme.themeSource).toBe('light');
    expect(existsSync(autostart)).toBe(false);
    expect(existsSync(file)).toBe(false);
    expect(changeEvents).toHaveLength(1);
  });

  it('turn the start at login off again if their file cannot be written', () => {
    let isOn = false;
    const { choices, file, folder } = chosen({
      loginItem: { isOn: () => isOn, refresh: () => undefined, set: (on) => void (isOn = on) },
    });
    rmSync(folder, { recursive: true });
    writeFileSync(folder, '');
    expect(() => choices.change({ startsAtLogin: true, theme: 'dark' })).toThrow(/EEXIST|ENOTDIR/);
    rmSync(folder);
    expect(isOn).toBe(false);
    expect(existsSync(file)).toBe(false);
  });

  it('report an error if the system does not support the start at login, or does not change it', () => {
    const { choices } = chosen({ loginItem: null });
    expect(choices.view().startsAtLogin).toBeNull();
    expect(() => choices.change({ startsAtLogin: true })).toThrow(
      expect.objectContaining({ code: 'service_no_login_item' }),
    );
    const stubborn = chosen({ loginItem: { isOn: () => false, refresh: () => undefined, set: () => undefined } });
    expect(() => stubborn.choices.change({ startsAtLogin: true })).toThrow(
      expect.objectContaining({ code: 'service_login_item_refused' }),
    );
    expect(stubborn.changeEvents).toEqual([]);
  });
});

describe('the desktop procedures', () => {
  it('reject invalid input from the page, and send an event when a setting changes', async () => {
    const { choices, file } = chosen();
    const own = ownProcedures({
      commandLine: null,
      choices,
      choose: async () => null,
      control: { call: async () => null, allowPath: () => undefined },
      shell: shellDouble().shell,
    });
    expect([own.has('desktop.change'), own.has('desktop.quit'), own.has('__proto__'), own.has('account.list')]).toEqual(
      [true, false, false, false],
    );
    for (const input of [
      { theme: 'purple' },
      { startsAtLogin: 'yes' },
      { notifications: { all: true } },
      { window: null },
      null,
    ]) {
      await expect(own.call('desktop.change', input, CALL)).rejects.toMatchObject({ code: 'input_invalid' });
    }
    const events: unknown[] = [];
    const stop = own.subscribe((event) => events.push(event));
    choices.change({ theme: 'dark' });
    expect(events).toEqual([{ type: 'changed', what: 'desktop', accountId: null }]);
    stop();
    await own.call('desktop.change', { notifications: { problems: false } }, CALL);
    expect(events).toHaveLength(1);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      theme: 'dark',
      notifications: { problems: false, newTransactions: false },
    });
  });

  it('open the spreadsheet of an account, and reject addresses outside Google Sheets', async () => {
    const { choices, folder } = chosen();
    const { shell, outside } = shellDouble();
    const path = join(folder, 'Money.xlsx');
    writeFileSync(path, 'PK');
    const places: Record<string, unknown> = {
      a: { kind: 'xlsx', path },
      b: { kind: 'google', url: 'https://docs.google.com/spreadsheets/d/1/edit' },
      c: { kind: 'google', url: 'https://elsewhere.example/' },
    };
    const control = {
      allowPath: () => undefined,
      call: async (_name: string, input: unknown) => {
        const { accountId } = input as { accountId: string };
        return accountId in places ? { place: places[accountId] } : null;
      },
    };
    const own = ownProcedures({
      commandLine: null,
      choices,
      choose: async () => null,
      control,
      shell,
    });
    await own.call('desktop.openWorkbook', { accountId: 'a' }, CALL);
    await own.call('desktop.openWorkbook', { accountId: 'b' }, CALL);
    expect([outside.shown, outside.opened]).toEqual([[path], ['https://docs.google.com/spreadsheets/d/1/edit']]);
    await expect(own.call('desktop.openWorkbook', { accountId: 'c' }, CALL)).rejects.toMatchObject({
      code: 'workbook_not_opened',
    });
    await expect(own.call('desktop.openWorkbook', { accountId: 'd' }, CALL)).rejects.toMatchObject({
      code: 'workbook_none',
    });
    await expect(own.call('desktop.openWorkbook', { path: '/etc/passwd' }, CALL)).rejects.toMatchObject({
      code: 'input_invalid',
    });
    expect(outside.opened).toHaveLength(1);
  });
});
