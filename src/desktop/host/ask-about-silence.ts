import { boxTexts } from '../box-texts.ts';
import type { ElectronParts } from '../electron-parts.ts';
import { wordsFor } from '../native-words.ts';
import type { SilenceChoice, Silence } from './silence.ts';

/** Asks whether to wait on for the service. Who closes the box, or has it closed by an answer of the service, waits. */
export async function askAboutSilence(
  { app, dialog }: Pick<ElectronParts, 'app' | 'dialog'>,
  { isEnding, signal }: Silence,
): Promise<SilenceChoice> {
  // Before that, no box can be shown.
  await app.whenReady();
  if (signal.aborted) return 'wait';
  const { hung, ending } = wordsFor(boxTexts, app.getLocale());
  const { message, detail, wait, end } = isEnding ? ending : hung;
  const { response } = await dialog.showMessageBox({
    type: 'warning',
    title: 'Pennyrow',
    message,
    detail,
    buttons: [wait, end],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
    signal,
  });
  return response === 1 ? 'end' : 'wait';
}
