import { reportOf, toPennyrowError } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import type { ElectronParts } from './electron-parts.ts';
import { tell, type DesktopSpeech } from './speech.ts';

/** Says what a click came to that could not be done, and what to do about it. */
export function failureBox(
  { dialog }: Pick<ElectronParts, 'dialog'>,
  speech: DesktopSpeech,
  log: Log,
): (thrown: unknown) => void {
  return (thrown) => {
    const failure = toPennyrowError(thrown);
    log.warn({ err: failure }, 'What a person asked for could not be done');
    const { what, remedy } = tell(speech, reportOf(failure));
    dialog
      .showMessageBox({ type: 'warning', title: 'Pennyrow', message: what, detail: remedy ?? '', noLink: true })
      .catch((refused: unknown) => log.error({ err: refused }, 'A message could not be shown'));
  };
}
