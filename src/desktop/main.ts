import * as electron from 'electron';
import { readConfig } from '../platform/config.ts';
import { speakEnglish } from '../messages/speech.ts';
import { toPennyrowError } from '../platform/errors.ts';
import { startDesktop } from './desktop.ts';
import { KEY_TO_FILE, keyToFile } from './keychain/key-to-file.ts';
import { hostService } from './host/host-service.ts';

// It is about money: what Pennyrow makes, in whatever folder, is its owner's alone.
process.umask(0o077);

/** Electron would show a stack trace, and go on as if nothing were. */
function stop(thrown: unknown): void {
  const { message, remedy } = toPennyrowError(thrown);
  electron.dialog.showErrorBox('Pennyrow stopped', `${message}\n\n${remedy}`);
  electron.app.exit(1);
}

process.on('uncaughtException', stop);
speakEnglish().catch(stop);

// Not awaited: the app becomes ready only after this module has been run to its end.
const started = process.argv.includes(KEY_TO_FILE)
  ? keyToFile(electron, {
      readConfig: () => readConfig({}),
      print: process.stdout.isTTY ? (text) => void process.stdout.write(text) : null,
    })
  : startDesktop(electron, {
      readConfig: () => readConfig({}),
      startService: hostService,
    });
started.catch(stop);
