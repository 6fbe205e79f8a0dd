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
      google: { client: null, url: null },
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
    expect(read({}, { PENNYROW_PORT: '', PENNYROW_DATA_DIR: '', PENNYROW_TIME_ZONE: '' })).toEqual(read());
  });

  it('reads the limits', () => {
    expect(read({}, { PENNYROW_SYNCS_PER_HOUR: '7', PENNYROW_SYNCS_PER_DAY: '70' }).syncLimits).toEqual({
      perHour: 7,
      perDay: 70,
    });
  });

  it('takes an OAuth client for Google whole, and a stand-in for Google on this machine only', () => {
    expect(
      read(
        {},
        {
          PENNYROW_GOOGLE_CLIENT_ID: 'id',
          PENNYROW_GOOGLE_CLIENT_SECRET: 'secret',
          PENNYROW_GOOGLE_URL: 'http://127.0.0.1:8080/',
        },
      ).google,
    ).toEqual({
      client: { clientId: 'id', clientSecret: 'secret' },
      url: 'http://127.0.0.1:8080',
    });
    for (const env of [{ PENNYROW_GOOGLE_CLIENT_ID: 'id' }, { PENNYROW_GOOGLE_CLIENT_SECRET: 'hidden' }]) {
      expect(() => read({}, env)).toThrow(
        expect.objectContaining({ code: 'config_google_client', message: expect.not.stringContaining('hidden') }),
      );
    }
  });

  it.each([
    'https://127.0.0.1:1',
    'http://example.org',
    'http://127.0.0.1.example.org',
    'http://10.0.0.1',
    'http://a:b@127.0.0.1',
    'http://127.0.0.1/path',
    'localhost:80',
    'x',
  ])('refuses %j as a stand-in for Google', (url) => {
    expect(() => read({}, { PENNYROW_GOOGLE_URL: url })).toThrow(
      expect.objectContaining({ code: 'config_google_url' }),
    );
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
