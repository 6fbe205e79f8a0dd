import { spawnSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadEnglish } from '../../messages/i18n.ts';
import { IS_WINDOWS } from '../../../test/support/machine.ts';
import { isLauncher, launcherText } from './launcher.ts';

const LOCAL = String.raw`C:\Users\Jörg & Söhne\AppData\Local`;

function forWindows(program: string): readonly string[] {
  const path = String.raw`${LOCAL}\Microsoft\WindowsApps\pennyrow.cmd`;
  const text = launcherText({ platform: 'win32', program, path, localAppData: LOCAL });
  expect(isLauncher(text)).toBe(true);
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  return text.split('\r\n');
}

describe('the launcher', () => {
  beforeAll(loadEnglish);

  it("refers to the app of a Windows user by %LOCALAPPDATA%, because the console's code page may not encode its path", () => {
    const lines = forWindows(String.raw`${LOCAL}\Programs\Pennyrow\Pennyrow.exe`);
    expect(lines).toContain(String.raw`set "app=%LOCALAPPDATA%\Programs\Pennyrow\Pennyrow.exe"`);
    expect(lines).toContain('"%app%" --command-line -- %*');
    expect(lines.slice(-2)).toEqual(['exit /b %ERRORLEVEL%', '']);
    expect(lines.join('')).not.toContain('chcp');
  });

  it('sets the code page on Windows for a path with non-ASCII letters outside %LOCALAPPDATA%, and doubles percent signs', () => {
    const lines = forWindows(String.raw`D:\Prügramme\100%\Pennyrow.exe`);
    expect(lines.indexOf('chcp 65001 >nul')).toBeLessThan(
      lines.indexOf(String.raw`set "app=D:\Prügramme\100%%\Pennyrow.exe"`),
    );
    expect(forWindows(String.raw`D:\Pennyrow\Pennyrow.exe`).join('')).not.toContain('chcp');
  });

  it('reports a missing app on Windows, and escapes the special characters of its path', () => {
    const lines = forWindows(String.raw`D:\You & me\Pennyrow.exe`);
    const echoes = lines.filter((line) => line.startsWith('>&2 echo '));
    expect(echoes).toEqual([
      String.raw`>&2 echo pennyrow: The Pennyrow app is no longer where it was (D:\You ^& me\Pennyrow.exe).`,
      expect.stringContaining('WindowsApps\\pennyrow.cmd).'),
    ]);
    expect(lines[lines.indexOf(echoes[1] ?? '') + 1]).toBe('exit /b 1');
  });

  it.skipIf(IS_WINDOWS).each(['/opt/Pennyrow/pennyrow-desktop', "/home/o'hara/a $(b) `c` \\d/Pennyrow.AppImage"])(
    'passes the path of the app unchanged to sh: %s',
    (program) => {
      const text = launcherText({ platform: 'linux', program, path: '/home/me/.local/bin/pennyrow', localAppData: '' });
      const { status, stderr } = spawnSync('/bin/sh', ['-s', '--', 'status'], { input: text, encoding: 'utf8' });
      expect(status).toBe(127);
      expect(stderr).toContain(`The Pennyrow app is no longer where it was (${program}).`);
    },
  );
});
