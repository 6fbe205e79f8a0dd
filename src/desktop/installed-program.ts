import type { System } from '../platform/data-folder.ts';

/**
 * The path of the program that starts this app. For an AppImage it is the image file, because the image is mounted in a new folder each
 * time.
 */
export function installedProgram({ platform, env }: System, program: string): string {
  const appImage = env['APPIMAGE'] ?? '';
  return platform === 'linux' && appImage !== '' ? appImage : program;
}

/** Null outside of an app bundle. */
export function bundleOf(program: string): string | null {
  return /^(.+\.app)\/Contents\/MacOS\/[^/]+$/.exec(program)?.[1] ?? null;
}

/** True for a disk image or a quarantined download, whose paths are temporary. */
export function isPassingPlace(program: string): boolean {
  return program.startsWith('/Volumes/') || program.includes('/AppTranslocation/');
}
