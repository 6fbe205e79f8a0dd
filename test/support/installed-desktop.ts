import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, vi } from 'vitest';
import { computerDouble } from '../desktop/double/app.ts';
import type { Surroundings } from '../desktop/double/electron-double.ts';
import type { NetDouble } from '../desktop/double/net.ts';
import { giveToUpdater } from '../desktop/double/updater-electron.ts';
import { desktopInUse, type DesktopInUse } from './desktop.ts';
import { startedFolder } from './started-folder.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { updateFeed, type UpdateFeed } from './update-feed.ts';

/** Version 0.1.0 of the desktop app as an installed AppImage, with the source of its updates. */
export interface InstalledDesktop extends DesktopInUse {
  readonly feed: UpdateFeed;
  readonly updater: NetDouble;
  /** The file that the user starts. */
  readonly program: string;
  /** The folder of downloaded updates. */
  readonly cache: string;
  readonly hasRestarted: () => boolean;
  /** Waits for an item of the tray menu and clicks it. */
  click(label: string): Promise<void>;
  /** Waits for the dialog with this message and answers it. */
  answer(message: RegExp, button: string): Promise<void>;
}

export interface InstalledOptions {
  /** The address in `app-update.yml`; the test's feed by default. Null if the package has no such file. */
  readonly feedUrl?: string | null;
  readonly publisher?: string;
  /** The type with which electron-builder marks a deb or rpm, which is not an AppImage. */
  readonly packageType?: string;
  readonly homepage?: string;
  readonly platform?: NodeJS.Platform;
  readonly locale?: string;
}

export const OLD_PROGRAM = '#!/bin/sh\n# version 0.1.0\n';

export async function installedDesktop({
  feedUrl,
  publisher,
  packageType,
  homepage = 'https://pennyrow.example/download',
  platform = 'linux',
  locale = 'en-GB',
}: InstalledOptions = {}): Promise<InstalledDesktop> {
  const home = temporaryFolder();
  const mark = join(home, 'started');
  const feed = await updateFeed(mark);
  const data = await startedFolder();
  const [resources, programs, cache] = ['resources', 'programs', 'cache'].map((name) => join(home, name)) as [
    string,
    string,
    string,
  ];
  for (const folder of [resources, programs, join(data, 'desktop'), join(home, 'program')])
    mkdirSync(folder, { recursive: true });
  const named = feedUrl === undefined ? feed.url : feedUrl;
  const lines = [
    'provider: generic',
    `url: ${named}`,
    'updaterCacheDirName: pennyrow-updater',
    ...(publisher === undefined ? [] : ['publisherName:', `  - ${publisher}`]),
  ];
  if (named !== null) writeFileSync(join(resources, 'app-update.yml'), `${lines.join('\n')}\n`);
  if (packageType !== undefined) writeFileSync(join(resources, 'package-type'), packageType);
  writeFileSync(join(home, 'program', 'package.json'), JSON.stringify({ homepage }));
  const program = join(programs, 'Pennyrow-0.1.0.AppImage');
  writeFileSync(program, OLD_PROGRAM, { mode: 0o755 });
  surround({ resources, program: packageType === undefined ? program : '', cache });

  const started = await desktopInUse({
    folder: data,
    computer: { ...computerDouble(home), locale },
    platform,
    args: ['--at-login'],
    onElectron: (electron, around) => void (updater = giveToUpdater(electron.app, around.app)),
  });
  const { around } = started;
  return {
    ...started,
    feed,
    updater: given(),
    program,
    cache: join(cache, 'pennyrow-updater', 'pending'),
    hasRestarted: () => existsSync(mark),
    click: (label) => clickSoon(around, label),
    answer: async (message, button) => {
      await expect.poll(() => around.box.shown.at(-1)?.message ?? '').toMatch(message);
      around.box.press(button);
    },
  };
}

let updater: NetDouble | null = null;

function given(): NetDouble {
  if (updater === null) throw new Error('The double was not given to the updater.');
  return updater;
}

/** Creates the environment of a packaged app. */
function surround({
  resources,
  program,
  cache,
}: {
  readonly resources: string;
  readonly program: string;
  readonly cache: string;
}): void {
  const before = Object.getOwnPropertyDescriptor(process, 'resourcesPath');
  Object.defineProperty(process, 'resourcesPath', { value: resources, configurable: true });
  vi.stubEnv('APPIMAGE', program === '' ? undefined : program);
  vi.stubEnv('XDG_CACHE_HOME', cache);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    if (before === undefined) Reflect.deleteProperty(process, 'resourcesPath');
    else Object.defineProperty(process, 'resourcesPath', before);
  });
}

async function clickSoon({ trays }: Surroundings, label: string): Promise<void> {
  await expect.poll(() => trays[0]?.menu()?.map((line) => line.label) ?? []).toContain(label);
  trays[0]?.clickInMenu(label);
}

export function contentOf(path: string): string {
  return readFileSync(path, 'utf8');
}
