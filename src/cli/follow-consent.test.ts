import { expect, test } from 'vitest';
import { browserCommand, openBrowser } from './follow-consent.ts';

const URL = 'https://accounts.google.com/o/oauth2/v2/auth?a=1&b=2';

test.each([
  { platform: 'linux', env: { DISPLAY: ':0' }, program: 'xdg-open' },
  { platform: 'linux', env: { WAYLAND_DISPLAY: 'wayland-0' }, program: 'xdg-open' },
  { platform: 'darwin', env: {}, program: 'open' },
  { platform: 'win32', env: {}, program: 'rundll32' },
] as const)(
  'browserCommand returns $program on $platform with $env, and passes the address as one argument',
  ({ platform, env, program }) => {
    const command = browserCommand({ platform, env }, URL);
    expect(command?.[0]).toBe(program);
    expect(command?.at(-1)).toBe(URL);
  },
);

test.each([
  { platform: 'linux', env: {} },
  { platform: 'linux', env: { DISPLAY: '' } },
  { platform: 'linux', env: { DISPLAY: ':10', SSH_CONNECTION: '10.0.0.1 5 10.0.0.2 22' } },
  { platform: 'darwin', env: { SSH_CONNECTION: '10.0.0.1 5 10.0.0.2 22' } },
] as const)('browserCommand returns null on $platform with $env', ({ platform, env }) => {
  expect(browserCommand({ platform, env }, URL)).toBeNull();
});

test('openBrowser returns false, without an error, if there is no browser to open', async () => {
  expect(await openBrowser(URL, { platform: 'linux', env: {} })).toBe(false);
});
