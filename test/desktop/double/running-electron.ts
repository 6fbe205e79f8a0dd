import { tmpdir } from 'node:os';
import { computerDouble } from './app.ts';
import { electronDouble } from './electron-double.ts';

// Electron for the built program in a separate process, in which `import 'electron'` finds this. No window can open,
// and only SIGTERM or the app itself ends it.

const args = process.argv.slice(1);
const { electron, around } = await electronDouble({
  computer: computerDouble(process.env['HOME'] ?? tmpdir()),
  context: null,
  args,
});
void around.app.ended.then((code) => process.exit(code));
process.on('SIGTERM', () => around.app.quit());

export const {
  app,
  BrowserWindow,
  Tray,
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
export default electron;
