// Replaces the module `electron` of the measured desktop app with the tests' fake, which has no windows.
import { computerDouble } from '../../test/desktop/double/app.ts';
import { electronDouble } from '../../test/desktop/double/electron-double.ts';
import { began } from './desktop-probe.ts';

const { electron, around } = await electronDouble({
  computer: computerDouble(process.env['PENNYROW_DATA_DIR'] ?? ''),
});

export const {
  app,
  BrowserWindow,
  Menu,
  Notification,
  nativeImage,
  safeStorage,
  powerMonitor,
  nativeTheme,
  dialog,
  shell,
  clipboard,
  ipcMain,
  protocol,
  screen,
  session,
} = electron;

export const Tray = new Proxy(electron.Tray, {
  construct: (target, values: ConstructorParameters<typeof electron.Tray>) => {
    began.tray();
    return new target(...values);
  },
});

export default electron;

process.on('message', (message) => {
  if (message === 'quit') around.app.quit();
});
void around.app.ended.then((code) => process.exit(code));
