import { toPennyrowError, type PennyrowError } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import type { ElectronParts } from './electron-parts.ts';
import { problemFor } from './window/problem-words.ts';

/** Says what a click came to that could not be done, in the language of the system, and what to do about it. */
export function failureBox(
  { app, dialog }: Pick<ElectronParts, 'app' | 'dialog'>,
  log: Log,
): (thrown: unknown) => void {
  async function tell(failure: PennyrowError): Promise<void> {
    const { message, remedy, original } = await problemFor(app.getLocale(), failure);
    const detail = [remedy, original].filter((part) => part !== null).join('\n\n');
    await dialog.showMessageBox({ type: 'warning', title: 'Pennyrow', message, detail, noLink: true });
  }

  return (thrown) => {
    const failure = toPennyrowError(thrown);
    log.warn({ err: failure }, 'What a person asked for could not be done');
    tell(failure).catch((refused: unknown) => log.error({ err: refused }, 'A message could not be shown'));
  };
}
