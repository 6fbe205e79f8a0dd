import type { DialogPart } from './electron-parts.ts';

export interface ConsentMemory {
  readonly hasAgreed: () => boolean;
  remember(): void;
}

export interface ConsentTexts {
  readonly message: string;
  readonly detail: string;
  readonly quit: string;
  readonly goOn: string;
}

/** Asks the user to accept a risk. Remembers an agreement; asks again after a refusal. */
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
