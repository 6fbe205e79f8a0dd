import type { BrowserContext, Page } from 'playwright-core';
import { whenOver } from './lifetime.ts';
import { startDesktop, type DesktopOptions } from '../../src/desktop/desktop.ts';
import type { Desktop } from '../../src/desktop/run-desktop.ts';
import type { ElectronParts } from '../../src/desktop/electron-parts.ts';
import { speakTo } from '../../src/desktop/speech.ts';
import { readConfig } from '../../src/platform/config.ts';
import { computerDouble, type ComputerDouble } from '../desktop/double/app.ts';
import { electronDouble, type Surroundings } from '../desktop/double/electron-double.ts';
import { startHere } from './service-here.ts';
import { startedFolder } from './started-folder.ts';

/** The desktop app on the double of Electron, with what is around it. */
export interface DesktopInUse {
  /** Null once it decided not to start. */
  readonly desktop: Desktop | null;
  readonly around: Surroundings;
  readonly folder: string;
  readonly computer: ComputerDouble;
  /** The page of the one window, loaded. */
  page(): Promise<Page>;
}

export interface DesktopInUseOptions extends Partial<DesktopOptions> {
  readonly context: BrowserContext | null;
  /** By default one on which a service ran before. */
  readonly folder?: string;
  readonly computer?: ComputerDouble;
  /** What a person does to the boxes that come up while it starts. */
  readonly meanwhile?: (around: Surroundings) => void | Promise<void>;
  /** Called before it starts. */
  readonly onElectron?: (electron: ElectronParts, around: Surroundings) => void;
  /** With the welcome before everything else; by default it was ended before. */
  readonly isFirstRun?: boolean;
  readonly isPackaged?: boolean;
  readonly hasTray?: boolean;
}

export async function desktopInUse({
  context,
  folder: given,
  computer: ownComputer,
  meanwhile,
  onElectron,
  isFirstRun = false,
  isPackaged = true,
  hasTray = true,
  platform = 'linux',
  // Without a browser there is no window, as after a start at login.
  args = context === null ? ['--at-login'] : [],
  trayPlace = { hasPlace: async () => hasTray },
  startService = startHere,
  ...options
}: DesktopInUseOptions): Promise<DesktopInUse> {
  const folder = given ?? (await startedFolder());
  const computer = ownComputer ?? computerDouble(folder);
  const { electron, around } = await electronDouble({ computer, context, isPackaged, hasTray, platform, args });
  onElectron?.(electron, around);
  const starting = startDesktop(electron, {
    readConfig: () => ({ ...readConfig({ dataDir: folder, timeZone: 'Europe/Berlin' }), port: 0 }),
    platform,
    args,
    trayPlace,
    speech: speakTo(electron.app),
    ...options,
    startService: isFirstRun ? startService : welcomed(startService),
  });
  await meanwhile?.(around);
  const desktop = await starting;
  whenOver(() => desktop?.close());
  return { desktop, around, folder, computer, page: () => shownPage(around) };
}

function welcomed(startService: DesktopOptions['startService']): DesktopOptions['startService'] {
  return async (config, surroundings) => {
    const service = await startService(config, surroundings);
    await service.control.call('welcome.end', {}, new AbortController().signal, 'trusted');
    return service;
  };
}

/** Once its window could be shown. Throws what kept its page from being loaded. */
async function shownPage(around: Surroundings): Promise<Page> {
  const window = around.window();
  if (!window.story.includes('ready-to-show')) {
    await new Promise<void>((resolve, reject) => {
      window.part.once('ready-to-show', () => resolve());
      window.page.events.once('double:not-loaded', reject);
    });
  }
  return window.page.opened;
}
