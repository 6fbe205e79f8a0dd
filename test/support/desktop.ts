import { whenOver } from './lifetime.ts';
import { startDesktop, type DesktopOptions } from '../../src/desktop/desktop.ts';
import type { Desktop } from '../../src/desktop/run-desktop.ts';
import type { ElectronParts } from '../../src/desktop/electron-parts.ts';
import { loadAppI18n } from '../../src/desktop/i18n.ts';
import { readConfig } from '../../src/platform/config.ts';
import { computerDouble, type ComputerDouble } from '../desktop/double/app.ts';
import { electronDouble, type Surroundings } from '../desktop/double/electron-double.ts';
import { startHere } from './service-here.ts';
import { startedFolder } from './started-folder.ts';

/** The desktop app on the fake Electron, with its environment. */
export interface DesktopInUse {
  /** Null if the app decided not to start. */
  readonly desktop: Desktop | null;
  readonly around: Surroundings;
  readonly folder: string;
  readonly computer: ComputerDouble;
}

export interface DesktopInUseOptions extends Partial<DesktopOptions> {
  /** The default is a folder on which a service ran before. */
  readonly folder?: string;
  readonly computer?: ComputerDouble;
  /** Handles the dialogs that appear during startup. */
  readonly duringStart?: (around: Surroundings) => void | Promise<void>;
  /** Called before the app starts. */
  readonly onElectron?: (electron: ElectronParts, around: Surroundings) => void;
  readonly isPackaged?: boolean;
}

export async function desktopInUse({
  folder: given,
  computer: ownComputer,
  duringStart,
  onElectron,
  isPackaged = true,
  platform = 'linux',
  args = ['--at-login'],
  trayHost = { find: async () => 'panel' },
  startService = startHere,
  ...options
}: DesktopInUseOptions): Promise<DesktopInUse> {
  const folder = given ?? (await startedFolder());
  const computer = ownComputer ?? computerDouble(folder);
  const { electron, around } = await electronDouble({ computer, isPackaged, platform, args });
  onElectron?.(electron, around);
  const starting = startDesktop(electron, {
    readConfig: () => ({ ...readConfig({ dataDir: folder, timeZone: 'Europe/Berlin' }), port: 0 }),
    platform,
    args,
    trayHost,
    i18n: loadAppI18n(electron.app),
    ...options,
    startService,
  });
  await duringStart?.(around);
  const desktop = await starting;
  whenOver(() => desktop?.close());
  return { desktop, around, folder, computer };
}
