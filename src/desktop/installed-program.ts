import type { System } from '../platform/data-folder.ts';

/** The program that starts this app; for an AppImage its file, because the program inside has a new path at each start. */
export function installedProgram({ platform, env }: System, program: string): string {
  const appImage = env['APPIMAGE'] ?? '';
  return platform === 'linux' && appImage !== '' ? appImage : program;
}

/** The folder of the Mac app, such as `/Applications/Pennyrow.app`; null for a program outside of one. */
export function bundleOf(program: string): string | null {
  return /^(.+\.app)\/Contents\/MacOS\/[^/]+$/.exec(program)?.[1] ?? null;
}

/** True if the program is on a mounted disk image or a quarantined download, which have temporary paths. */
export function isPassingPlace(program: string): boolean {
  return program.startsWith('/Volumes/') || program.includes('/AppTranslocation/');
}
