import { execFileSync, spawn } from 'node:child_process';
import { globSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { describeReal, HAS_DESKTOP, launch, setUpDemo, type RealDesktop } from './electron.ts';
import { followNotifications, titlesOnScreen, trayIcon } from './session-bus.ts';

const window = (desktop: RealDesktop) =>
  desktop.app.evaluate(({ BrowserWindow }) => {
    const [first] = BrowserWindow.getAllWindows();
    return { isVisible: first?.isVisible(), isMinimized: first?.isMinimized() };
  });

const closeWindow = (desktop: RealDesktop) =>
  desktop.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());

const menuLabels = (desktop: RealDesktop) =>
  desktop.app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.items.map(({ label }) => label) ?? []);

describeReal(
  'the app in a session',
  () => {
    it('uses the language selected in the dashboard for tray and menus, even after a restart', async () => {
      const first = await launch();
      const page = await first.page();
      await page.getByLabel('Language').selectOption('de');
      await expect.poll(() => menuLabels(first)).toContain('&Ansicht');
      await expect.poll(() => trayIcon()?.labels() ?? []).toContain('Pennyrow beenden');
      await first.quit();
      const again = await launch({ home: first.home });
      await again.page();
      expect(await menuLabels(again)).toContain('&Ansicht');
      await expect.poll(() => trayIcon()?.labels() ?? []).toContain('Pennyrow beenden');
    });

    it('notifies once about a missing workbook, although the run failed too', async () => {
      const desktop = await launch();
      const page = await desktop.page();
      await setUpDemo(page);
      const [workbook] = globSync(join(desktop.home, '**', '*.xlsx'));
      rmSync(workbook ?? '');
      const texts = followNotifications();
      await page.evaluate('location.hash = "#/welcome"');
      await expect.poll(() => trayIcon()?.labels() ?? []).toContain('Sync now');
      trayIcon()?.click('Sync now');
      await expect.poll(() => texts.length).toBeGreaterThan(0);
      // Starts another check, which finds the same problem in the state of the workbook.
      await desktop.app.evaluate(({ powerMonitor }) => powerMonitor.emit('resume'));
      await page.waitForTimeout(3000);
      expect(texts).toHaveLength(1);
    });

    it('gives a title to the dialog box about a page that crashes again after a reload', async () => {
      const desktop = await launch();
      const page = await desktop.page();
      const crash = () =>
        desktop.app.evaluate(({ BrowserWindow }) =>
          BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer(),
        );
      await page.evaluate('document.title = "Before the crash"');
      await crash();
      await expect.poll(titlesOnScreen).toContain('Welcome · Pennyrow');
      await crash();
      await expect.poll(titlesOnScreen).toContain('Pennyrow');
    });

    it('shows the file name in the title of the download dialog', async () => {
      const desktop = await launch();
      const page = await desktop.page();
      await page.evaluate(`{
        const link = document.createElement('a');
        link.href = URL.createObjectURL(new Blob(['a,b']));
        link.download = 'transactions.csv';
        link.click();
      }`);
      await expect.poll(titlesOnScreen).toContain('Pennyrow: transactions.csv');
    });

    it('minimizes a closed window while no panel runs, and adds an icon to a restarted panel', async () => {
      const desktop = await launch();
      await desktop.page();
      await expect.poll(() => trayIcon() !== null).toBe(true);
      execFileSync('xfce4-panel', ['--quit']);
      await closeWindow(desktop);
      await expect.poll(() => window(desktop)).toMatchObject({ isMinimized: true });
      spawn('xfce4-panel', ['--disable-wm-check'], { stdio: 'ignore', detached: true }).unref();
      await expect
        .poll(async () => {
          await closeWindow(desktop);
          return trayIcon() !== null;
        })
        .toBe(true);
    });
  },
  HAS_DESKTOP,
);
