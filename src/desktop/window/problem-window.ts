import { toPennyrowError } from '../../platform/errors.ts';
import { boxTexts } from '../box-texts.ts';
import type { ElectronParts } from '../electron-parts.ts';
import { wordsFor } from '../native-words.ts';
import { problemFor } from './problem-words.ts';

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
export async function showProblem(
  electron: Pick<ElectronParts, 'app' | 'dialog' | 'shell'>,
  thrown: unknown,
  { dataFolder, canTryAgain }: ProblemOptions,
): Promise<'again' | 'quit'> {
  const told = toPennyrowError(thrown);
  const locale = electron.app.getLocale();
  const { message, remedy, original } = await problemFor(locale, told);
  const choices = [
    ...(canTryAgain ? ['again' as const] : []),
    ...(dataFolder === null ? [] : ['folder' as const]),
    'quit' as const,
  ];
  const names = wordsFor(boxTexts, locale).problem;
  // The original names the file or the port; the code is what a search finds.
  const detail = [remedy, original, told.code].filter((part) => part !== null).join('\n\n');
  for (;;) {
    const { response } = await electron.dialog.showMessageBox({
      type: 'error',
      title: 'Pennyrow',
      message,
      detail,
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
