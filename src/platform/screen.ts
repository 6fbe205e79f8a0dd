import type { System } from './data-folder.ts';

/** True if programs can show windows to the user: usually not on a server, over SSH or in a container. */
export function hasScreen({ platform, env }: System): boolean {
  const has = (name: string): boolean => (env[name] ?? '') !== '';
  if (has('SSH_CONNECTION')) return false;
  return platform === 'darwin' || platform === 'win32' || has('DISPLAY') || has('WAYLAND_DISPLAY');
}
