import type { DialogPart } from '../electron-parts.ts';
import type { DesktopSpeech } from '../speech.ts';

/** Whether a person agreed before. */
export interface KeyFileMemory {
  readonly hasAgreed: () => boolean;
  remember(): void;
}

/** Says what it means that there is no keychain, and asks. An agreement is remembered; a refusal is asked about again. */
export async function askAboutKeyFile(
  { dialog }: { readonly dialog: Pick<DialogPart, 'showMessageBox'> },
  { texts }: DesktopSpeech,
  memory: KeyFileMemory,
): Promise<boolean> {
  if (memory.hasAgreed()) return true;
  const { message, detail, quit, goOn } = texts.desktop.box.keyFile;
  const { response } = await dialog.showMessageBox({
    type: 'warning',
    title: 'Pennyrow',
    message,
    detail,
    buttons: [quit, goOn],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  });
  if (response !== 1) return false;
  memory.remember();
  return true;
}
