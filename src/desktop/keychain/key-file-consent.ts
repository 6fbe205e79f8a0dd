import { boxTexts } from '../box-texts.ts';
import type { DialogPart, ElectronParts } from '../electron-parts.ts';
import { wordsFor } from '../native-words.ts';

/** Whether a person agreed before. */
export interface KeyFileMemory {
  readonly hasAgreed: () => boolean;
  remember(): void;
}

interface KeyFileAsker {
  readonly app: Pick<ElectronParts['app'], 'getLocale'>;
  readonly dialog: Pick<DialogPart, 'showMessageBox'>;
}

/** Says what it means that there is no keychain, and asks. An agreement is remembered; a refusal is asked about again. */
export async function askAboutKeyFile({ app, dialog }: KeyFileAsker, memory: KeyFileMemory): Promise<boolean> {
  if (memory.hasAgreed()) return true;
  const { message, detail, quit, goOn } = wordsFor(boxTexts, app.getLocale()).keyFile;
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
