import type { System } from '../platform/data-folder.ts';

/** The program that starts this app. An AppImage runs from a new folder each time, and names its own file. */
export function installedProgram({ platform, env }: System, program: string): string {
  const appImage = env['APPIMAGE'] ?? '';
  return platform === 'linux' && appImage !== '' ? appImage : program;
}

/** The folder `….app` that a Mac's program is in; null where it is in none. */
export function bundleOf(program: string): string | null {
  return /^(.+\.app)\/Contents\/MacOS\/[^/]+$/.exec(program)?.[1] ?? null;
}

/** True if a Mac runs it from a place that is gone later: a disk image, or where macOS puts what was only downloaded. */
export function isPassingPlace(program: string): boolean {
  return program.startsWith('/Volumes/') || program.includes('/AppTranslocation/');
}
