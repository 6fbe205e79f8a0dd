import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

const linux = (env: Record<string, string> = {}) => ({ platform: 'linux', env }) as const;
const read = (flags = {}, env: Record<string, string> = {}) => readConfig(flags, linux(env), '/home/ann');

describe('the configuration', () => {
  it('needs nothing at all', () => {
    expect(read()).toMatchObject({
      dataFolder: '/home/ann/.local/share/pennyrow',
      // Scripts rely on it.
      port: 28_400,
      logLevel: 'info',
      syncLimits: { perHour: 5, perDay: 24 },
    });
    expect(() => new Intl.DateTimeFormat('en', { timeZone: read().timeZone })).not.toThrow();
  });

  it('takes flags before the environment', () => {
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

  it('takes an empty variable for an absent one', () => {
    const asRead = read({}, { PENNYROW_PORT: '', PENNYROW_DATA_DIR: '', PENNYROW_TIME_ZONE: '' });
    expect(asRead).toEqual(read());
  });

  it('reads the limits', () => {
    expect(read({}, { PENNYROW_SYNCS_PER_HOUR: '7', PENNYROW_SYNCS_PER_DAY: '70' }).syncLimits).toEqual({
      perHour: 7,
      perDay: 70,
    });
  });

  it('hands on what a kind of source or workbook reads itself, and takes an empty one as absent', () => {
    const { environment } = read({}, { PENNYROW_SOME_KEY: 'abc', PENNYROW_OTHER_KEY: '' });
    expect(environment).toEqual({ PENNYROW_SOME_KEY: 'abc' });
  });

  it.each(['65536', '-1', '80.5', '0x50', ' 80', '1e3', ''])('refuses the port %j and names it', (port) => {
    expect(() => read({ port })).toThrow(
      expect.objectContaining({ code: 'config_number', message: expect.stringContaining('--port') }),
    );
  });

  it.each(['Mars/Olympus', '+02:00', '', '2'])('refuses the time zone %j', (timeZone) => {
    expect(() => read({ timeZone })).toThrow(expect.objectContaining({ code: 'config_time_zone' }));
  });

  it.each([
    ['PENNYROW_SYNCS_PER_DAY', '0', 'config_number'],
    ['PENNYROW_LOG_LEVEL', 'loud', 'config_log_level'],
  ])('refuses %s=%s', (name, value, code) => {
    expect(() => read({}, { [name]: value })).toThrow(expect.objectContaining({ code }));
  });
});
