import type { DialogPart } from './electron-parts.ts';

/** True if a person agreed before. */
export interface ConsentMemory {
  readonly hasAgreed: () => boolean;
  remember(): void;
}

/** The consequence of going on, and the labels of the two buttons. */
export interface ConsentTexts {
  readonly message: string;
  readonly detail: string;
  readonly quit: string;
  readonly goOn: string;
}

/** Says what is not as it should be, and asks. An agreement is remembered; a refusal is asked about again. */
export async function askForConsent(
  { dialog }: { readonly dialog: Pick<DialogPart, 'showMessageBox'> },
  { message, detail, quit, goOn }: ConsentTexts,
  memory: ConsentMemory,
): Promise<boolean> {
  if (memory.hasAgreed()) return true;
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
