import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { shellDouble } from '../../../test/desktop/double/machine-parts.ts';
import { CAN_LINK } from '../../../test/support/machine.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import type { ControlClient } from '../../contract/control/index.ts';
import type { WorkbookPlace } from '../../contract/control/workbook.ts';
import { openWorkbook } from './open-workbook.ts';

/** Opens the account's workbook at this place, and returns the calls made. */
async function opened(place: WorkbookPlace | null, given: Partial<ReturnType<typeof shellDouble>['shell']> = {}) {
  const requests: unknown[] = [];
  const call = async (name: string, input: unknown): Promise<unknown> => {
    requests.push([name, input]);
    return place === null ? null : { place };
  };
  const { shell, outside } = shellDouble();
  const outcome = await openWorkbook({ call } as ControlClient, { ...shell, ...given }, 'account_1').catch(
    (thrown: unknown) => thrown,
  );
  expect(requests).toEqual([['workbook.get', { accountId: 'account_1' }]]);
  return { outcome, opened: [...outside.shown, ...outside.opened] };
}

const google = (url: string): WorkbookPlace => ({
  kind: 'google',
  title: 'Money',
  url,
  grantLost: false,
});
const xlsx = (path: string): WorkbookPlace => ({ kind: 'xlsx', path });

function file(name: string): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, 'PK');
  return path;
}

describe('openWorkbook', () => {
  it('opens the path or address that the service returns', async () => {
    for (const path of [file('Money.xlsx'), file('MONEY.XLSX'), file('2026.03 “mine”.xlsx')])
      expect(await opened(xlsx(path))).toEqual({ outcome: true, opened: [path] });
    const url = 'https://docs.google.com/spreadsheets/d/1/edit';
    expect(await opened(google(url))).toEqual({ outcome: true, opened: [url] });
    expect(await opened(null)).toEqual({ outcome: false, opened: [] });
  });

  it('shows the file in its folder on request if it is a spreadsheet', async () => {
    const shownIn = async (path: string): Promise<unknown> => {
      const { shell, outside } = shellDouble();
      const shown: string[] = [];
      const call = async (): Promise<unknown> => ({ place: xlsx(path) });
      const spy = { ...shell, showItemInFolder: (found: string) => void shown.push(found) };
      await openWorkbook({ call } as ControlClient, spy, 'account_1', 'folder').catch(() => undefined);
      return { shown, opened: [...outside.shown, ...outside.opened] };
    };
    const path = file('Money.xlsx');
    expect(await shownIn(path)).toEqual({ shown: [path], opened: [] });
    expect(await shownIn(file('Money.exe'))).toEqual({ shown: [], opened: [] });
  });

  it('rejects a file with the name of a program, whatever its content', async () => {
    for (const name of [
      'Money.exe',
      'Money.xlsx.bat',
      'Money.desktop',
      'Money.xlsx.lnk',
      'Money',
      '.xlsx',
      'Money.xlsx.',
      'Money.xlsm',
      'Money.html',
    ]) {
      const path = file(name);
      chmodSync(path, 0o755);
      expect(await opened(xlsx(path))).toMatchObject({ outcome: { code: 'workbook_not_opened' }, opened: [] });
    }
  });

  it.skipIf(!CAN_LINK)('rejects missing files, folders and paths that are not absolute', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'Folder.xlsx'));
    symlinkSync(join(folder, 'nowhere'), join(folder, 'Broken.xlsx'));
    const codes: [string, string][] = [
      ['Folder.xlsx', 'workbook_not_opened'],
      ['Gone.xlsx', 'workbook_missing'],
      ['Broken.xlsx', 'workbook_missing'],
    ];
    for (const [name, code] of codes)
      expect(await opened(xlsx(join(folder, name)))).toMatchObject({ outcome: { code }, opened: [] });
    for (const path of ['Money.xlsx', '', 'file:///home/me/Money.xlsx', 'https://elsewhere.example/Money.xlsx'])
      expect(await opened(xlsx(path))).toMatchObject({ outcome: { code: 'workbook_not_opened' }, opened: [] });
    expect(await opened(xlsx(join(folder, 'Money.exe\0.xlsx')))).toMatchObject({
      outcome: expect.any(Error),
      opened: [],
    });
  });

  it('rejects addresses outside Google Sheets', async () => {
    const others = [
      'https://docs.google.com.evil.example/spreadsheets/d/1',
      'http://docs.google.com/spreadsheets/d/1',
      'https://docs.google.com:8443/spreadsheets/d/1',
      'https://docs.google.com/document/d/1',
      'https://docs.google.com/spreadsheets/../forms/d/1',
      'https://evil.example/https://docs.google.com/spreadsheets/',
      'javascript:alert(1)',
      'file:///etc/passwd',
      'Money',
      '',
    ];
    for (const url of others)
      expect(await opened(google(url))).toMatchObject({ outcome: { code: 'workbook_not_opened' }, opened: [] });
  });

  it('reports that the system could not open the file or address', async () => {
    expect(
      await opened(xlsx(file('Money.xlsx')), { openPath: async () => 'No application is registered' }),
    ).toMatchObject({
      outcome: { code: 'workbook_not_opened', message: expect.stringContaining('No application is registered') },
    });
    const failing = { openExternal: () => Promise.reject(new Error('0x483')) };
    expect(await opened(google('https://docs.google.com/spreadsheets/d/1/edit'), failing)).toMatchObject({
      outcome: {
        code: 'workbook_not_opened',
        remedy: expect.stringContaining('https://docs.google.com/spreadsheets/d/1/edit'),
      },
    });
  });
});
