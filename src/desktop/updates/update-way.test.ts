import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { findUpdateWay, readFeed } from './update-way.ts';

const FEED = 'provider: generic\nurl: https://updates.example/pennyrow/\nupdaterCacheDirName: pennyrow-updater\n';
const SIGNED = `${FEED}publisherName:\n  - Pennyrow Ltd\n`;

interface Given {
  readonly feed?: string;
  readonly packageType?: string;
  readonly homepage?: string;
  readonly platform?: NodeJS.Platform;
  readonly env?: NodeJS.ProcessEnv;
  readonly isPackaged?: boolean;
}

function way({
  feed,
  packageType,
  homepage = 'https://updates.example/',
  platform = 'linux',
  env = {},
  isPackaged = true,
}: Given) {
  const folder = temporaryFolder();
  const [resources, program] = [join(folder, 'resources'), join(folder, 'program')];
  mkdirSync(resources);
  mkdirSync(program);
  if (feed !== undefined) writeFileSync(join(resources, 'app-update.yml'), feed);
  if (packageType !== undefined) writeFileSync(join(resources, 'package-type'), packageType);
  writeFileSync(join(program, 'package.json'), JSON.stringify({ homepage }));
  return findUpdateWay({ system: { platform, env }, isPackaged, resources, program });
}

describe('findUpdateWay', () => {
  it.each<readonly [string, Given, object]>([
    ['finds no updates for a checkout', { feed: FEED, isPackaged: false }, { kind: 'none', reason: 'not-installed' }],
    ['finds no updates for a package without a feed', {}, { kind: 'none', reason: 'no-feed' }],
    [
      'lets an AppImage replace itself',
      { feed: FEED, env: { APPIMAGE: '/home/me/Pennyrow.AppImage' } },
      { kind: 'install', maker: 'appimage' },
    ],
    [
      'ignores a relative APPIMAGE path',
      { feed: FEED, env: { APPIMAGE: 'Pennyrow.AppImage' } },
      { kind: 'none', reason: 'other-means' },
    ],
    [
      'links to the download page for a deb',
      { feed: FEED, packageType: 'deb\n' },
      { kind: 'page', page: 'https://updates.example/' },
    ],
    [
      'links to the download page for an rpm',
      { feed: FEED, packageType: 'rpm' },
      { kind: 'page', page: 'https://updates.example/' },
    ],
    [
      'ignores the placeholder page',
      { feed: FEED, packageType: 'rpm', homepage: 'https://pennyrow.invalid/' },
      { kind: 'none', reason: 'other-means' },
    ],
    [
      'ignores a page that is not http',
      { feed: FEED, packageType: 'deb', homepage: 'file:///bin/sh' },
      { kind: 'none', reason: 'other-means' },
    ],
    ['lets macOS verify the signature', { feed: FEED, platform: 'darwin' }, { kind: 'install', maker: 'mac' }],
    [
      'installs on Windows if the feed names the publisher',
      { feed: SIGNED, platform: 'win32' },
      { kind: 'install', maker: 'nsis' },
    ],
    [
      'finds no updates on Windows if the feed names no publisher',
      { feed: FEED, platform: 'win32' },
      { kind: 'none', reason: 'unsigned' },
    ],
  ])('%s', (_what, given, expected) => {
    expect(way(given)).toEqual(expected);
  });
});

describe('the update feed', () => {
  it.each([
    ['', null],
    ['provider: github\nowner: somebody\n', null],
    ['url: https://pennyrow.invalid/updates/\n', null],
    ['url: http://updates.example/\n', null],
    ['url: http://127.0.0.1:8080/updates/\n', 'http://127.0.0.1:8080/updates/'],
    ["url: 'https://updates.example/a b'\n", null],
    ["url: 'https://updates.example/%20'\n", 'https://updates.example/%20'],
    ['url: file:///etc\n', null],
  ])('with the content %j has the address %j: only https and this machine are allowed', (text, url) => {
    expect(readFeed(text)?.url ?? null).toBe(url);
  });
});
