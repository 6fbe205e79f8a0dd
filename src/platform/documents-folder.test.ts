import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { findDocuments } from './documents-folder.ts';

const linux = { platform: 'linux', env: {} } as const;

describe('the folder of a person’s documents', () => {
  test('is called as the Linux desktop calls it', () => {
    const home = temporaryFolder();
    mkdirSync(join(home, '.config'));
    mkdirSync(join(home, 'Dokumente'));
    mkdirSync(join(home, 'Documents'));
    writeFileSync(
      join(home, '.config', 'user-dirs.dirs'),
      '# made by xdg-user-dirs\nXDG_DESKTOP_DIR="$HOME/Desktop"\nXDG_DOCUMENTS_DIR="$HOME/Dokumente"\n',
    );
    expect(findDocuments(linux, home)).toBe(join(home, 'Dokumente'));
    expect(findDocuments({ ...linux, platform: 'darwin' }, home)).toBe(join(home, 'Documents'));
  });

  test('may be anywhere, and is not believed when it is not there', () => {
    const home = temporaryFolder();
    const settings = join(home, 'settings');
    const elsewhere = join(home, 'elsewhere');
    mkdirSync(settings);
    writeFileSync(join(settings, 'user-dirs.dirs'), `XDG_DOCUMENTS_DIR="${elsewhere}"\n`);
    const system = { platform: 'linux', env: { XDG_CONFIG_HOME: settings } } as const;
    expect(findDocuments(system, home)).toBe(home);
    mkdirSync(elsewhere);
    expect(findDocuments(system, home)).toBe(elsewhere);
  });

  test('is the home where there are no documents, and nothing where nothing can be written', () => {
    const home = temporaryFolder();
    expect(findDocuments(linux, home)).toBe(home);
    mkdirSync(join(home, 'Documents'));
    expect(findDocuments(linux, home)).toBe(join(home, 'Documents'));
    expect(findDocuments(linux, join(home, 'nobody'))).toBeNull();
  });

  test.skipIf(process.getuid?.() === 0 || process.platform === 'win32')('is not one that may only be read', () => {
    const home = temporaryFolder();
    mkdirSync(join(home, 'Documents'));
    chmodSync(join(home, 'Documents'), 0o500);
    expect(findDocuments(linux, home)).toBe(home);
  });
});
