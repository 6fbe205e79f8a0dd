import type { BrowserWindow } from 'electron';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { choosersDouble } from '../../../test/desktop/double/choosers.ts';
import { BRITISH, GERMAN } from '../../../test/support/desktop-i18n.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { createPathChooser } from './choose-path.ts';
import type { DesktopI18n } from '../i18n.ts';
import type { ElectronParts } from '../electron-parts.ts';

/** The dialogs of one window, for a user with the folders Documents and Downloads. */
function atHome(given: { readonly i18n?: DesktopI18n; readonly window?: BrowserWindow | null } = {}) {
  const home = temporaryFolder();
  const [documents, downloads] = ['Documents', 'Downloads'].map((name) => join(home, name)) as [string, string];
  mkdirSync(documents);
  mkdirSync(downloads);
  const { choosers, chooser } = choosersDouble(() => undefined);
  const window = given.window === undefined ? ({ id: 7, isDestroyed: () => false } as BrowserWindow) : given.window;
  const app = {
    getPath: (name: string) => join(home, name === 'downloads' ? 'Downloads' : 'Documents'),
  } as ElectronParts['app'];
  const choose = createPathChooser({
    electron: { app, dialog: choosers as ElectronParts['dialog'] },
    i18n: given.i18n ?? BRITISH,
    window: () => window,
  });
  return { choose, chooser, documents, downloads };
}

describe('the dialog for a new spreadsheet', () => {
  it('belongs to the window, and starts with the typed path', async () => {
    const { choose, chooser, documents } = atHome();
    const path = join(documents, 'Money.xlsx');
    chooser.choose(path);
    expect(await choose({ kind: 'new-workbook', startAt: path })).toEqual({ path });
    expect(chooser.shown).toEqual([
      {
        asks: 'save',
        owner: 7,
        title: 'Save the new spreadsheet',
        defaultPath: path,
        filters: [{ name: 'Spreadsheets (.xlsx)', extensions: ['xlsx'] }],
        properties: ['createDirectory', 'dontAddToRecent'],
      },
    ]);
  });

  it.each([
    ['Money', 'Money.xlsx'],
    ['Money.XLSX', 'Money.XLSX'],
    ['Money 2026.03', 'Money 2026.03.xlsx'],
  ])('adds the missing extension to the chosen file: %s', async (typed, named) => {
    const { choose, chooser, documents } = atHome();
    chooser.choose(join(documents, typed));
    expect(await choose({ kind: 'new-workbook' })).toEqual({ path: join(documents, named) });
  });

  it('starts in the documents folder if the typed path does not exist', async () => {
    const { choose, chooser, documents } = atHome();
    for (const startAt of [undefined, '', 'Money', '/no/such/folder/Money.xlsx', 'Mon\0ey', documents]) {
      chooser.cancel();
      expect(await choose({ kind: 'new-workbook', ...(startAt === undefined ? {} : { startAt }) })).toBeNull();
    }
    const usual = join(documents, 'Pennyrow.xlsx');
    expect(chooser.shown.map(({ defaultPath }) => defaultPath)).toEqual([
      usual,
      usual,
      join(documents, 'Money'),
      join(documents, 'Money.xlsx'),
      usual,
      usual,
    ]);
  });
});

describe('the dialog for an existing spreadsheet or folder', () => {
  it('starts at the typed path, or in the documents or downloads folder if that path does not exist', async () => {
    const { choose, chooser, documents, downloads } = atHome();
    const path = join(documents, 'Mine.xlsx');
    writeFileSync(path, '');
    for (const [kind, startAt] of [
      ['workbook', path],
      ['workbook', join(documents, 'Gone.xlsx')],
      ['workbook', 'Mine'],
      ['statement-folder', downloads],
      ['statement-folder', ''],
    ] as const) {
      chooser.choose(kind === 'workbook' ? path : downloads);
      expect(await choose({ kind, startAt })).toEqual({ path: kind === 'workbook' ? path : downloads });
    }
    expect(chooser.shown.map(({ defaultPath }) => defaultPath)).toEqual([
      path,
      documents,
      documents,
      downloads,
      downloads,
    ]);
    expect(chooser.shown[0]).toMatchObject({
      asks: 'open',
      properties: ['openFile', 'dontAddToRecent'],
      filters: [{ extensions: ['xlsx'] }],
    });
    expect(chooser.shown[3]).toMatchObject({
      asks: 'open',
      properties: ['openDirectory', 'createDirectory', 'dontAddToRecent'],
    });
    expect(chooser.shown[3]).not.toHaveProperty('filters');
  });
});

describe('a file dialog', () => {
  it('opens only once at a time, and opens again after it was cancelled', async () => {
    const { choose, chooser, downloads } = atHome();
    const first = choose({ kind: 'statement-folder' });
    await expect.poll(chooser.open).toBe(1);
    expect(await choose({ kind: 'statement-folder' })).toBeNull();
    expect(chooser.shown).toHaveLength(1);
    chooser.cancel();
    expect(await first).toBeNull();
    chooser.choose(downloads);
    expect(await choose({ kind: 'statement-folder' })).toEqual({ path: downloads });
  });

  it('opens again after it failed', async () => {
    const { choose, chooser, documents, downloads } = atHome();
    chooser.choose(documents);
    await expect(choose({ kind: 'workbook' })).rejects.toThrow('does not let a person pick');
    chooser.choose(downloads);
    expect(await choose({ kind: 'statement-folder' })).toEqual({ path: downloads });
  });

  it('does not open without a window', async () => {
    for (const window of [null, { id: 1, isDestroyed: () => true } as BrowserWindow]) {
      const { choose, chooser } = atHome({ window });
      expect(await choose({ kind: 'workbook' })).toBeNull();
      expect(chooser.shown).toEqual([]);
    }
  });

  it('is in German on a German system', async () => {
    const { choose, chooser } = atHome({ i18n: GERMAN });
    for (const kind of ['new-workbook', 'workbook', 'statement-folder'] as const) {
      chooser.cancel();
      await choose({ kind });
    }
    expect(chooser.shown.map(({ title }) => title)).toEqual([
      'Neue Tabelle speichern',
      'Tabelle auswählen',
      'Ordner mit den Kontoauszügen auswählen',
    ]);
  });
});
