import { chmodSync, mkdirSync, realpathSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, it } from 'vitest';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { listFolder, type ListOptions, findFiles } from './list-folder.ts';

/** A home folder with visible, hidden and linked entries, and the home folder of another user beside it. */
function someHome(): { readonly home: string; readonly other: string } {
  const above = realpathSync(temporaryFolder());
  const [home, other] = [join(above, 'mine'), join(above, 'mine too')];
  for (const path of ['Documents/Taxes 10', 'Documents/Taxes 9', 'Documents/empty', '.secret', 'Own/backups'])
    mkdirSync(join(home, path), { recursive: true });
  mkdirSync(other);
  for (const path of ['Money.xlsx', 'letter.txt', '.hidden.xlsx', '~$Money.xlsx', 'budget.XLSX', 'older.xls'])
    writeFileSync(join(home, 'Documents', path), 'x');
  utimesSync(join(home, 'Documents/Money.xlsx'), 1000, 1000);
  writeFileSync(join(home, '.secret', 'keys.xlsx'), 'x');
  writeFileSync(join(home, 'Own/backups', 'copy.xlsx'), 'x');
  writeFileSync(join(other, 'theirs.xlsx'), 'x');
  return { home, other };
}

function list(home: string, options: Partial<ListOptions> = {}) {
  return listFolder({ home, without: [join(home, 'Own', 'backups')] }, { folder: null, ending: '.xlsx', ...options });
}

const names = (entries: readonly { readonly name: string }[]): string[] => entries.map(({ name }) => name);

describe('a folder below the home folder', () => {
  test('is listed with its folders and matching files in natural order, without hidden ones', async () => {
    const { home } = someHome();
    const { path, trail, folders, files, isCut } = await list(home, { folder: join(home, 'Documents') });
    expect(path).toBe(join(home, 'Documents'));
    expect(names(trail)).toEqual(['mine', 'Documents']);
    expect(names(folders)).toEqual(['empty', 'Taxes 9', 'Taxes 10']);
    expect(names(files)).toEqual(['budget.XLSX', 'Money.xlsx']);
    expect(files[1]?.changedAt).toBe(1_000_000);
    expect(isCut).toBe(false);
  });

  test('is listed without files if only folders are requested', async () => {
    const { home } = someHome();
    expect(await list(home, { folder: join(home, 'Documents'), ending: null })).toMatchObject({ files: [] });
  });

  test('is listed without the excluded folders, and listing an excluded folder is rejected', async () => {
    const { home } = someHome();
    expect(names((await list(home, { folder: join(home, 'Own') })).folders)).toEqual([]);
    await expect(list(home, { folder: join(home, 'Own', 'backups') })).rejects.toMatchObject({
      code: 'folder_outside',
    });
  });

  test('has a truncated list with `isCut` if it contains too many entries', async () => {
    const { home } = someHome();
    for (let number = 0; number < 1003; number += 1) writeFileSync(join(home, `${number}.xlsx`), '');
    const { files, isCut } = await list(home);
    expect([files.length, files[0]?.name, isCut]).toEqual([1000, '0.xlsx', true]);
  });

  test('is rejected with its own error code if it does not exist', async () => {
    const { home } = someHome();
    await expect(list(home, { folder: join(home, 'gone') })).rejects.toMatchObject({ code: 'folder_unreadable' });
    await expect(list(home, { folder: 'Documents' })).rejects.toMatchObject({ code: 'folder_unreadable' });
    await expect(list(home, { folder: join(home, 'Documents/Money.xlsx') })).rejects.toMatchObject({
      code: 'folder_unreadable',
    });
  });
});

describe('a hidden folder, or a folder outside the home folder', () => {
  test('is rejected for each path to it, such as one with “..”', async () => {
    const { home, other } = someHome();
    for (const folder of [other, join(home, '..'), `${home}/Documents/../../mine too`, '/', join(home, '.secret')])
      await expect(list(home, { folder })).rejects.toMatchObject({ code: 'folder_outside' });
  });

  test.skipIf(process.platform === 'win32')('is rejected through a link, and the link is not listed', async () => {
    const { home, other } = someHome();
    symlinkSync(other, join(home, 'Documents', 'way out'));
    symlinkSync(join(other, 'theirs.xlsx'), join(home, 'Documents', 'theirs.xlsx'));
    symlinkSync(join(home, '.secret'), join(home, 'Documents', 'way in'));
    symlinkSync(join(home, 'nowhere'), join(home, 'Documents', 'nowhere'));
    symlinkSync(join(home, 'Own'), join(home, 'Documents', 'Mine'));
    const { folders, files } = await list(home, { folder: join(home, 'Documents') });
    expect(names(folders)).toEqual(['empty', 'Mine', 'Taxes 9', 'Taxes 10']);
    expect(names(files)).toEqual(['budget.XLSX', 'Money.xlsx']);
    expect((await list(home, { folder: join(home, 'Documents', 'Mine') })).path).toBe(join(home, 'Own'));
    for (const link of ['way out', 'way in'])
      await expect(list(home, { folder: join(home, 'Documents', link) })).rejects.toMatchObject({
        code: 'folder_outside',
      });
  });

  test('is rejected for every path if there is no usable home folder', async () => {
    await expect(list('/')).rejects.toMatchObject({ code: 'folder_home' });
    await expect(list(join(someHome().home, 'gone'))).rejects.toMatchObject({ code: 'folder_home' });
  });
});

describe('a typed path', () => {
  test('opens its last existing folder, or the home folder if that folder is outside the home folder', async () => {
    const { home, other } = someHome();
    const near = async (typed: string) => (await list(home, { near: typed })).path;
    expect(await near('')).toBe(home);
    expect(await near('~/Documents')).toBe(join(home, 'Documents'));
    expect(await near(`"${join(home, 'Documents', 'Money.xlsx')}"`)).toBe(join(home, 'Documents'));
    expect(await near(join(home, 'Documents', 'new', 'year.xlsx'))).toBe(join(home, 'Documents'));
    expect(await near(join(other, 'theirs.xlsx'))).toBe(home);
    expect(await near('Money.xlsx')).toBe(home);
  });
});

test.skipIf(process.getuid?.() === 0 || process.platform === 'win32')(
  'the list leaves out inaccessible files and folders',
  async () => {
    const { home } = someHome();
    chmodSync(join(home, 'Documents', 'empty'), 0o000);
    chmodSync(join(home, 'Documents', 'Money.xlsx'), 0o400);
    const { folders, files } = await list(home, { folder: join(home, 'Documents') });
    chmodSync(join(home, 'Documents', 'empty'), 0o700);
    expect(names(folders)).toEqual(['Taxes 9', 'Taxes 10']);
    expect(names(files)).toEqual(['budget.XLSX']);
  },
);

it('findFiles returns the newest files with the extension, directly in the given folders', async () => {
  const [documents, downloads] = [temporaryFolder(), temporaryFolder()];
  const write = (folder: string, name: string, day: number): void => {
    writeFileSync(join(folder, name), '');
    utimesSync(join(folder, name), day * 86_400, day * 86_400);
  };
  write(documents, 'Money.XLSX', 20_000);
  write(downloads, 'Budget.xlsx', 20_001);
  for (const name of ['~$Money.xlsx', '.hidden.xlsx', 'Letter.docx']) write(documents, name, 20_002);
  mkdirSync(join(documents, 'Folder.xlsx'));
  mkdirSync(join(documents, 'Below'));
  write(join(documents, 'Below'), 'Deep.xlsx', 20_003);
  symlinkSync(join(documents, 'Money.XLSX'), join(downloads, 'Link.xlsx'));
  const found = await findFiles([documents, downloads, documents, join(documents, 'gone')], '.xlsx');
  expect(found.map(({ path, changedAt }) => [path, changedAt])).toEqual([
    [join(downloads, 'Budget.xlsx'), 20_001 * 86_400_000],
    [join(documents, 'Money.XLSX'), 20_000 * 86_400_000],
  ]);
});

it('findFiles limits the number of results', async () => {
  const folder = temporaryFolder();
  for (let number = 0; number < 12; number += 1) writeFileSync(join(folder, `${number}.xlsx`), '');
  expect(await findFiles([folder], '.xlsx')).toHaveLength(8);
});
