import * as electron from 'electron';
import { readConfig, type ServiceConfig } from '../platform/config.ts';
import { loadEnglish } from '../messages/i18n.ts';
import { reportOf, toPennyrowError } from '../platform/errors.ts';
import { runTypedCommand, typedCommand } from './command-line/run-typed-command.ts';
import { startDesktop } from './desktop.ts';
import { KEY_TO_FILE, keyToFile } from './keychain/key-to-file.ts';
import { hostService } from './host/host-service.ts';
import { logFailure } from './host/log-failure.ts';
import { paragraphs, loadAppI18n, localize, type DesktopI18n } from './i18n.ts';

// Pennyrow handles financial data: all its files are readable only by their owner.
process.umask(0o077);

let loadedI18n: DesktopI18n | null = null;

/** Shows the error and exits. By default, Electron would show a stack trace and continue. */
function stop(thrown: unknown): void {
  const report = reportOf(toPennyrowError(thrown));
  // English if the translated texts are not loaded yet, or cannot be loaded.
  const title = loadedI18n?.texts.desktop.box.stopped ?? 'Pennyrow stopped';
  const { what, remedy } =
    loadedI18n === null ? { what: report.message, remedy: report.remedy } : localize(loadedI18n, report);
  void logFailure(logConfig(), thrown, 'Pennyrow stopped').finally(() => {
    electron.dialog.showErrorBox(title, paragraphs(what, remedy));
    electron.app.exit(1);
  });
}

function logConfig(): ServiceConfig | null {
  try {
    return readConfig({});
  } catch {
    return null;
  }
}

function startApp(): void {
  process.on('uncaughtException', stop);
  loadEnglish().catch(stop);
  const i18n = loadAppI18n(electron.app);
  i18n.then((loaded) => (loadedI18n = loaded), stop);

  // Not awaited, because the app becomes ready only after this module has finished.
  const started = process.argv.includes(KEY_TO_FILE)
    ? keyToFile(electron, {
        readConfig: () => readConfig({}),
        print: process.stdout.isTTY ? (text) => void process.stdout.write(text) : null,
        i18n,
      })
    : startDesktop(electron, {
        readConfig: () => readConfig({}),
        startService: hostService,
        i18n,
      });
  started.catch(stop);
}

const typed = typedCommand(process.argv);
if (typed === null) startApp();
else await runTypedCommand(electron.app, typed);
