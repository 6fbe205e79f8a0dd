import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NativeTheme } from 'electron';
import type { System } from '../../platform/data-folder.ts';
import type { ElectronParts, ImagePart } from '../electron-parts.ts';
import type { Mood } from './tray-state.ts';

const SYNCING = ['syncing-1', 'syncing-2', 'syncing-3', 'syncing-4'];

export type Panel = 'template' | 'light' | 'dark';

/** Windows has a colour for its taskbar apart from that of programs; elsewhere, and in older systems, it is missing. */
export type PanelTheme = ElectronParts['nativeTheme'] &
  Partial<Pick<NativeTheme, 'shouldUseDarkColorsForSystemIntegratedUI'>>;

export function panelOf(
  theme: Pick<PanelTheme, 'shouldUseDarkColors' | 'shouldUseDarkColorsForSystemIntegratedUI'>,
  { platform, env }: System,
): Panel {
  if (platform === 'darwin') return 'template';
  // These desktops have a dark bar whatever the theme is.
  const hasDarkBar = platform === 'linux' && /\b(GNOME|Unity|Pantheon)\b/i.test(env['XDG_CURRENT_DESKTOP'] ?? '');
  const isDark =
    platform === 'win32'
      ? (theme.shouldUseDarkColorsForSystemIntegratedUI ?? theme.shouldUseDarkColors)
      : theme.shouldUseDarkColors;
  return hasDarkBar || isDark ? 'dark' : 'light';
}

export interface TrayImages {
  frames(mood: Mood, panel: Panel): readonly ImagePart[];
}

export function loadTrayImages(
  nativeImage: ElectronParts['nativeImage'],
  folder: string,
  platform: NodeJS.Platform,
): TrayImages {
  const loaded = new Map<string, ImagePart>();

  function load(name: string): ImagePart {
    const cachedImage = loaded.get(name);
    if (cachedImage !== undefined) return cachedImage;
    const image = platform === 'linux' ? large(name) : nativeImage.createFromPath(join(folder, `${name}.png`));
    if (platform === 'darwin') image.setTemplateImage(true);
    loaded.set(name, image);
    return image;
  }

  /** A panel on Linux gets one image and scales it, so this is the large one. */
  function large(name: string): ImagePart {
    return nativeImage.createFromBuffer(readFileSync(join(folder, `${name}@2x.png`)));
  }

  return {
    frames: (mood, panel) =>
      (mood === 'syncing' ? SYNCING : [mood === 'starting' ? 'idle' : mood]).map((name) => load(`${panel}-${name}`)),
  };
}
