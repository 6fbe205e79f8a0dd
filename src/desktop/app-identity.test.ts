import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { APP_ID, APP_NAME } from './app-identity.ts';

const read = (name: string): string => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');
const packaging = read('electron-builder.yml');
const manifest = JSON.parse(read('package.json')) as Record<string, unknown>;

describe('the identity of the app', () => {
  it('equals the app id of the installer, so that Windows shows its notifications', () => {
    expect(/^appId: (.+)$/m.exec(packaging)?.[1]).toBe(APP_ID);
  });

  it('has the same name in a checkout and in a package, because each name has a separate keychain entry', () => {
    expect(/^productName: (.+)$/m.exec(packaging)?.[1]).toBe(APP_NAME);
    expect(manifest['productName']).toBe(APP_NAME);
  });

  it('equals the name of the Linux menu entry, so that docks find its icon', () => {
    // Electron derives WM_CLASS and the Wayland app id from desktopName; electron-builder derives StartupWMClass from it.
    expect(manifest['desktopName']).toBe(`${/^ {2}executableName: (.+)$/m.exec(packaging)?.[1]}.desktop`);
    expect(packaging).toMatch(/^ {2}syncDesktopName: true$/m);
    expect(packaging).not.toContain('StartupWMClass:');
  });
});
