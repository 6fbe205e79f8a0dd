import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { findDocuments, readConfig } from './config.ts';

const linux = (env: Record<string, string> = {}) => ({ platform: 'linux', env }) as const;
const read = (flags = {}, env: Record<string, string> = {}) => readConfig(flags, linux(env), '/home/ann');

describe('the configuration', () => {
  it('has a default for each setting', () => {
    expect(read()).toMatchObject({
      dataFolder: '/home/ann/.local/share/pennyrow',
      // The default port must never change, because users' scripts rely on it.
      port: 28_400,
      logLevel: 'info',
      syncLimits: { perHour: 5, perDay: 24 },
    });
    expect(() => new Intl.DateTimeFormat('en', { timeZone: read().timeZone })).not.toThrow();
  });

  it('takes a setting from the flag if both the flag and the variable are set', () => {
    const env = {
      PENNYROW_PORT: '1234',
      PENNYROW_TIME_ZONE: 'Asia/Tokyo',
      PENNYROW_DATA_DIR: '/srv/a',
      PENNYROW_LOG_LEVEL: 'warn',
    };
    expect(read({}, env)).toMatchObject({ port: 1234, timeZone: 'Asia/Tokyo', dataFolder: '/srv/a', logLevel: 'warn' });
    expect(read({ port: '0', timeZone: 'Europe/Berlin', dataDir: '/srv/b', logLevel: 'debug' }, env)).toMatchObject({
      port: 0,
      timeZone: 'Europe/Berlin',
      dataFolder: '/srv/b',
      logLevel: 'debug',
    });
  });

  it('ignores environment variables that are empty', () => {
    const asRead = read({}, { PENNYROW_PORT: '', PENNYROW_DATA_DIR: '', PENNYROW_TIME_ZONE: '' });
    expect(asRead).toEqual(read());
  });

  it('reads the hourly and daily limits of syncs', () => {
    expect(read({}, { PENNYROW_SYNCS_PER_HOUR: '7', PENNYROW_SYNCS_PER_DAY: '70' }).syncLimits).toEqual({
      perHour: 7,
      perDay: 70,
    });
  });

  it('contains the non-empty variables for bank sources and workbooks', () => {
    const { environment } = read({}, { PENNYROW_SOME_KEY: 'abc', PENNYROW_OTHER_KEY: '' });
    expect(environment).toEqual({ PENNYROW_SOME_KEY: 'abc' });
  });

  it.each(['65536', '-1', '80.5', '0x50', ' 80', '1e3', ''])('rejects the port %j and names it', (port) => {
    expect(() => read({ port })).toThrow(
      expect.objectContaining({ code: 'config_number', message: expect.stringContaining('--port') }),
    );
  });

  it.each(['Mars/Olympus', '+02:00', '', '2'])('rejects the time zone %j', (timeZone) => {
    expect(() => read({ timeZone })).toThrow(expect.objectContaining({ code: 'config_time_zone' }));
  });

  it.each([
    ['PENNYROW_SYNCS_PER_DAY', '0', 'config_number'],
    ['PENNYROW_LOG_LEVEL', 'loud', 'config_log_level'],
  ])('rejects %s=%s', (name, value, code) => {
    expect(() => read({}, { [name]: value })).toThrow(expect.objectContaining({ code }));
  });
});

const linuxDesktop = { platform: 'linux', env: {} } as const;

describe('the documents folder', () => {
  it('has the localized name of the Linux desktop', () => {
    const home = temporaryFolder();
    mkdirSync(join(home, '.config'));
    mkdirSync(join(home, 'Dokumente'));
    mkdirSync(join(home, 'Documents'));
    writeFileSync(
      join(home, '.config', 'user-dirs.dirs'),
      '# made by xdg-user-dirs\nXDG_DESKTOP_DIR="$HOME/Desktop"\nXDG_DOCUMENTS_DIR="$HOME/Dokumente"\n',
    );
    expect(findDocuments(linuxDesktop, home)).toBe(join(home, 'Dokumente'));
    expect(findDocuments({ ...linuxDesktop, platform: 'darwin' }, home)).toBe(join(home, 'Documents'));
  });

  it('may be outside the home folder, and is the default one if the configured one does not exist', () => {
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

  it('is the home folder if no documents folder is writable, and null if the home folder is not writable either', () => {
    const home = temporaryFolder();
    expect(findDocuments(linuxDesktop, home)).toBe(home);
    mkdirSync(join(home, 'Documents'));
    expect(findDocuments(linuxDesktop, home)).toBe(join(home, 'Documents'));
    expect(findDocuments(linuxDesktop, join(home, 'nobody'))).toBeNull();
  });

  it.skipIf(process.getuid?.() === 0 || process.platform === 'win32')('is never a read-only folder', () => {
    const home = temporaryFolder();
    mkdirSync(join(home, 'Documents'));
    chmodSync(join(home, 'Documents'), 0o500);
    expect(findDocuments(linuxDesktop, home)).toBe(home);
  });
});
