import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { builderOptions, listItems, readOwner, type Owner } from '../../scripts/package/owner.ts';
import { signingEnvironment } from '../../scripts/package/signing.ts';
import { expectMode } from '../support/machine.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const SECRETS = [
  'MAC_CERTIFICATE',
  'MAC_CERTIFICATE_PASSWORD',
  'APPLE_API_KEY_TEXT',
  'APPLE_API_KEY_ID',
  'APPLE_API_ISSUER',
  'WINDOWS_CERTIFICATE',
  'WINDOWS_CERTIFICATE_PASSWORD',
  'NPM_TOKEN',
];
const FULL: Owner = {
  homepage: 'https://pennyrow.example/',
  repository: 'https://github.com/somebody/pennyrow',
  updates: 'https://pennyrow.example/updates',
  maintainer: 'Somebody <somebody@pennyrow.example>',
  npmName: '@somebody/pennyrow',
  googleClient: { clientId: 'id', clientSecret: 'secret' },
};

function write(owner: object): string {
  const path = join(temporaryFolder(), 'owner.json');
  writeFileSync(path, JSON.stringify(owner));
  return path;
}

describe('the settings of the owner', () => {
  it('are read from one file, which has no values in the repository', () => {
    expect(readOwner(write(FULL))).toEqual(FULL);
    const empty = listItems(readOwner(), {}).filter(({ isEmpty }) => isEmpty);
    expect(empty.map(({ name }) => name)).toEqual([
      ...['homepage', 'repository', 'updates', 'maintainer', 'googleClient'].map((name) => `owner.json: ${name}`),
      ...SECRETS.map((name) => `secret ${name}`),
    ]);
  });

  it.each([
    ['a URL that is not HTTPS', { homepage: 'http://pennyrow.example/' }, 'homepage'],
    ['a maintainer without an email address', { maintainer: 'Somebody' }, 'maintainer'],
    ['half of a Google client', { googleClient: { clientId: 'id', clientSecret: '' } }, 'googleClient'],
    ['an unknown field', { homePage: '' }, 'homePage'],
  ])('are rejected with %s', (_, change, field) => {
    expect(() => readOwner(write({ ...FULL, ...change }))).toThrow(field);
  });

  it('count a secret with an empty value as missing', () => {
    const items = listItems(FULL, { ...Object.fromEntries(SECRETS.map((name) => [name, 'x'])), APPLE_API_KEY_ID: '' });
    expect(items.filter(({ isEmpty }) => isEmpty).map(({ name }) => name)).toEqual(['secret APPLE_API_KEY_ID']);
  });

  it('are passed to electron-builder, except those without a value', () => {
    expect(builderOptions(FULL)).toEqual([
      '-c.extraMetadata.homepage=https://pennyrow.example/',
      '-c.publish.url=https://pennyrow.example/updates/',
      '-c.linux.maintainer=Somebody <somebody@pennyrow.example>',
    ]);
    expect(builderOptions({ ...FULL, homepage: '', updates: '', maintainer: '' })).toEqual([]);
  });

  it('are listed by `npm run owner`, which fails only if a release needs a missing value', () => {
    const env = { PATH: process.env['PATH'], SystemRoot: process.env['SystemRoot'] };
    const output = execFileSync(process.execPath, ['scripts/package/owner.ts'], { cwd: ROOT, env, encoding: 'utf8' });
    expect(output).toContain('owner.json: googleClient: without it, everybody who uses Google Sheets');
    const release = spawnSync(process.execPath, ['scripts/package/owner.ts', '--release'], {
      cwd: ROOT,
      env,
      encoding: 'utf8',
    });
    expect([release.status, release.stderr]).toEqual([1, expect.stringContaining('docs/publishing.md')]);
  });

  it('are all described in the guide', () => {
    const page = readFileSync(join(ROOT, 'docs/publishing.md'), 'utf8');
    expect([...Object.keys(FULL), ...SECRETS].filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });
});

describe('the signing settings of packages', () => {
  const secrets = Object.fromEntries(SECRETS.map((name) => [name, name.toLowerCase()]));

  it('have the names that electron-builder expects on each system, and Apple’s key is a file with restricted access', () => {
    const folder = temporaryFolder();
    const key = join(folder, 'apple.p8');
    expect(signingEnvironment(secrets, 'darwin', folder)).toEqual({
      NPM_TOKEN: 'npm_token',
      CSC_LINK: 'mac_certificate',
      CSC_KEY_PASSWORD: 'mac_certificate_password',
      APPLE_API_KEY: key,
      APPLE_API_KEY_ID: 'apple_api_key_id',
      APPLE_API_ISSUER: 'apple_api_issuer',
    });
    expect(readFileSync(key, 'utf8')).toBe('apple_api_key_text');
    expectMode(key, 0o600);
    expect(signingEnvironment(secrets, 'win32', folder)).toMatchObject({ CSC_LINK: 'windows_certificate' });
    expect(signingEnvironment(secrets, 'linux', folder)).not.toHaveProperty('CSC_LINK');
  });

  it.each(['darwin', 'win32', 'linux'] as const)('contain no empty value if a secret is not set (%s)', (platform) => {
    const unset = Object.fromEntries(SECRETS.map((name) => [name, '']));
    const { NPM_TOKEN: _, ...environment } = signingEnvironment(
      { ...unset, PATH: '/bin' },
      platform,
      temporaryFolder(),
    );
    expect(environment).toEqual({ PATH: '/bin' });
  });
});
