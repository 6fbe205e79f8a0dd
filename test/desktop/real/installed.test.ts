import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ended } from '../../cli/pennyrow.ts';
import { IS_WINDOWS } from '../../support/machine.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import {
  answerBoxes,
  describeReal,
  environment,
  goTo,
  HAS_DESKTOP,
  installed,
  openDashboard,
  ROOT,
} from './electron.ts';
import { trayIcon } from './session-bus.ts';

describeReal(
  'an installed app',
  () => {
    it('installs its command from the settings, and removes it from the menu of the icon', async () => {
      const desktop = await openDashboard({ program: installed(temporaryFolder()) });
      await goTo(desktop.window, '/settings');
      const section = desktop.window.getByRole('region', { name: 'Command line tool' });
      await section.getByRole('button', { name: 'Install command line tool' }).click();
      const path = join(desktop.home, '.local', 'bin', 'pennyrow');
      await section.getByText(`Installed: ${path}`).waitFor();
      const env = { ...environment(desktop.home), PENNYROW_LANGUAGE: 'en' };
      const status = await ended(spawn(path, ['status', '--json'], { env }));
      expect(status).toMatchObject({ code: 0 });
      expect(status.json()).toMatchObject({ url: expect.stringMatching(/^https:/) });
      const login = desktop.window.getByRole('switch', { name: 'Start at login' });
      const entry = join(desktop.home, '.config', 'autostart', 'pennyrow.desktop');
      await login.click();
      await expect.poll(() => existsSync(entry)).toBe(true);
      if (!HAS_DESKTOP) return;
      const boxes = await answerBoxes(desktop, 'OK');
      await expect.poll(() => trayIcon()?.labels() ?? []).toContain('Remove command line tool');
      trayIcon()?.click('Remove command line tool');
      await expect.poll(boxes).toEqual(['The command line tool is removed.']);
      expect(existsSync(path)).toBe(false);
      trayIcon()?.click('Start at login');
      await expect.poll(() => login.isChecked()).toBe(false);
      expect(existsSync(entry)).toBe(false);
    });

    it('passes the smoke test for packages, which fails for a broken one', async () => {
      const home = temporaryFolder();
      const program = installed(temporaryFolder());
      const look = (file: string) => {
        const args = [join(ROOT, 'test', 'desktop', 'packaged-smoke.ts'), file];
        return ended(spawn(process.execPath, args, { env: environment(home, { hasKey: true }) }));
      };
      expect(await look(program)).toMatchObject({ code: 0, stdout: expect.stringContaining('The package works') });
      expect(await look('/bin/false')).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('while this waited for'),
      });
    });
  },
  !IS_WINDOWS,
);
