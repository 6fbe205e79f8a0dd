import type { ElectronParts } from '../electron-parts.ts';
import type { DesktopSpeech } from '../speech.ts';
import type { SilenceChoice, Silence } from './silence.ts';

/** Asks whether to wait on for the service. Who closes the box, or has it closed by an answer of the service, waits. */
export async function askAboutSilence(
  { dialog }: Pick<ElectronParts, 'dialog'>,
  speech: Promise<DesktopSpeech>,
  { isEnding, signal }: Silence,
): Promise<SilenceChoice> {
  // There once the app is ready: before that, no box can be shown.
  const { texts } = await speech;
  if (signal.aborted) return 'wait';
  const { hung, ending } = texts.desktop.box;
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
