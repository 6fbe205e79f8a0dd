import { join } from 'node:path';
import { PennyrowError, reportOf, toPennyrowError } from '../../platform/errors.ts';
import type { DialogPart, ElectronParts } from '../electron-parts.ts';
import { tell, type DesktopSpeech } from '../speech.ts';

export interface ProblemOptions {
  readonly dataFolder: string | null;
  readonly canTryAgain: boolean;
}

/** Uses the system's dialog, because it works even if everything else fails, and with screen readers. */
export async function showProblem(
  electron: Pick<ElectronParts, 'dialog' | 'shell'>,
  speech: DesktopSpeech,
  thrown: unknown,
  { dataFolder, canTryAgain }: ProblemOptions,
): Promise<'retry' | 'quit'> {
  const report = reportOf(toPennyrowError(thrown));
  const { what: message, remedy } = tell(speech, report);
  const choices = [
    ...(canTryAgain ? ['retry' as const] : []),
    ...(dataFolder === null ? [] : ['folder' as const]),
    'quit' as const,
  ];
  const names = speech.texts.desktop.box.problem;
  const isUnexpected = report.code === 'internal_error' || report.code === 'service_stopped';
  const detail = [
    isUnexpected ? causeOf(thrown) : null,
    // The usual remedy mentions the settings page, which cannot be opened now.
    report.code === 'internal_error' ? names.internal : remedy,
    ...(dataFolder === null ? [] : [names.log({ path: join(dataFolder, 'pennyrow.log') })]),
    // Shows the code, so that the user can search for it.
    report.code,
  ]
    .filter((part) => part !== null)
    .join('\n\n');
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

function causeOf(thrown: unknown): string | null {
  const cause = thrown instanceof PennyrowError ? thrown.cause : thrown;
  return cause instanceof Error ? cause.message : null;
}

interface ConsentMemory {
  readonly hasAgreed: () => boolean;
  remember(): void;
}

interface ConsentTexts {
  readonly message: string;
  readonly detail: string;
  readonly quit: string;
  readonly goOn: string;
}

/** Asks again after a refusal. */
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
