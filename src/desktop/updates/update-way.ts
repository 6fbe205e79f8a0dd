import { existsSync, readFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import type { System } from '../../platform/data-folder.ts';
import type { Report } from '../../messages/parameters.ts';

export type NoUpdates =
  | 'not-installed'
  /** The package has no trustworthy update feed. */
  | 'no-feed'
  /** The package is not signed, so a forged update could not be detected. */
  | 'unsigned'
  /** Another program, such as a distribution's package manager, installs updates. */
  | 'other-means';

export type UpdateWay =
  | { readonly kind: 'none'; readonly reason: NoUpdates }
  | { readonly kind: 'install'; readonly maker: 'appimage' | 'nsis' | 'mac' }
  /** Links to the download page: package managers need an administrator's password, which Pennyrow does not ask for. */
  | { readonly kind: 'page'; readonly page: string };

export interface Installation {
  readonly system: System;
  readonly isPackaged: boolean;
  /** The folder with `app-update.yml`, and with `package-type` for Linux packages. */
  readonly resources: string;
  readonly program: string;
}

export function findUpdateWay({ system, isPackaged, resources, program }: Installation): UpdateWay {
  if (!isPackaged) return none('not-installed');
  const feed = readFeed(textOf(join(resources, 'app-update.yml')));
  if (feed === null) return none('no-feed');
  if (system.platform === 'darwin') return { kind: 'install', maker: 'mac' };
  // Without the publisher's name, the updater would accept any installer.
  if (system.platform === 'win32') return feed.hasPublisher ? { kind: 'install', maker: 'nsis' } : none('unsigned');
  if (isAbsolute(system.env['APPIMAGE'] ?? '')) return { kind: 'install', maker: 'appimage' };
  const kind = textOf(join(resources, 'package-type')).trim();
  const page = kind === 'deb' || kind === 'rpm' ? homepageOf(program) : null;
  return page === null ? none('other-means') : { kind: 'page', page };
}

function none(reason: NoUpdates): UpdateWay {
  return { kind: 'none', reason };
}

export function readFeed(text: string): { readonly url: string; readonly hasPublisher: boolean } | null {
  const address = /^url:\s*(['"]?)(\S+)\1\s*$/m.exec(text)?.[2] ?? '';
  const url = URL.parse(address);
  return url !== null && isSafe(url) ? { url: url.href, hasPublisher: /^publisherName:/m.test(text) } : null;
}

/** The host ends with `.invalid` in a package whose publisher has not set an address. */
function isSafe({ protocol, hostname }: URL): boolean {
  if (hostname.endsWith('.invalid')) return false;
  return protocol === 'https:' || (protocol === 'http:' && hostname === '127.0.0.1');
}

function homepageOf(program: string): string | null {
  try {
    const { homepage } = JSON.parse(textOf(join(program, 'package.json'))) as { readonly homepage?: unknown };
    const url = typeof homepage === 'string' ? URL.parse(homepage) : null;
    return url !== null && url.protocol === 'https:' && isSafe(url) ? url.href : null;
  } catch {
    return null;
  }
}

function textOf(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

export interface NewVersion {
  readonly version: string;
  readonly notes: string | null;
}

export type UpdateState =
  | { readonly kind: 'unsupported'; readonly reason: NoUpdates }
  | { readonly kind: 'idle' }
  | { readonly kind: 'checking' }
  | ({ readonly kind: 'available' } & NewVersion)
  | ({ readonly kind: 'downloading'; readonly percent: number } & NewVersion)
  | ({ readonly kind: 'ready'; readonly atQuit: boolean } & NewVersion)
  | { readonly kind: 'failed'; readonly failure: Report };
