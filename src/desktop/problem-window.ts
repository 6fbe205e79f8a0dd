import { toPennyrowError } from '../platform/errors.ts';
import type { ElectronParts } from './electron-parts.ts';

export interface ProblemOptions {
  /** Null when not even that could be found out. */
  readonly dataFolder: string | null;
  /** Whether another attempt may go better. */
  readonly canTryAgain: boolean;
}

/**
 * Says what keeps Pennyrow from starting, and what to do. It is the system's own box: it works whatever of ours does
 * not, a screen reader reads it, and no page comes between a person and the remedy.
 */
export async function showProblem(electron: Pick<ElectronParts, 'dialog' | 'shell'>, thrown: unknown, { dataFolder, canTryAgain }: ProblemOptions): Promise<'again' | 'quit'> {
  const { message, remedy, code } = toPennyrowError(thrown);
  const choices = [...(canTryAgain ? ['again' as const] : []), ...(dataFolder === null ? [] : ['folder' as const]), 'quit' as const];
  const names = { again: 'Try Again', folder: 'Open the Data Folder', quit: 'Quit' };
  for (;;) {
    const { response } = await electron.dialog.showMessageBox({
      type: 'error',
      title: 'Pennyrow',
      message,
      detail: `${remedy}\n\n${code}`,
      buttons: choices.map((choice) => names[choice]),
      defaultId: 0,
      cancelId: choices.length - 1,
      noLink: true,
    });
    const chosen = choices[response] ?? 'quit';
    if (chosen !== 'folder') return chosen;
    if (dataFolder !== null) await electron.shell.openPath(dataFolder);
  }
}
