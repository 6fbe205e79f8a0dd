import type { ElectronParts } from './electron-parts.ts';

/** Whether a person agreed before. */
export interface KeyFileMemory {
  readonly hasAgreed: () => boolean;
  remember(): void;
}

/** Says what it means that there is no keychain, and asks. An agreement is remembered; a refusal is asked about again. */
export async function askAboutKeyFile({ dialog }: Pick<ElectronParts, 'dialog'>, memory: KeyFileMemory): Promise<boolean> {
  if (memory.hasAgreed()) return true;
  const { response } = await dialog.showMessageBox({
    type: 'warning',
    title: 'Pennyrow',
    message: 'This desktop has no keychain that is open.',
    detail:
      'Pennyrow encrypts the access to your bank and to Google. The key to that usually lies in the keychain of your desktop. ' +
      'Without one it would lie in a file in your data folder, which your user account alone can read, but every program that you start can read it too.\n\n' +
      'You can unlock or install a keychain (GNOME Keyring or KWallet) and start Pennyrow again. Or go on with the file: once there is a keychain, the key moves there by itself.',
    buttons: ['Quit', 'Go On with the File'],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  });
  if (response !== 1) return false;
  memory.remember();
  return true;
}
