import { join } from 'node:path';
import { PennyrowError, reportOf, toPennyrowError } from '../../platform/errors.ts';
import type { DialogPart, ElectronParts } from '../electron-parts.ts';
import type { SettingsStore } from '../settings.ts';
import { paragraphs, tell, type DesktopSpeech } from '../speech.ts';

/**
 * Uses the system's dialog, because it works even if everything else fails, and with screen readers. Without a data folder, a retry cannot
 * help.
 */
export async function showProblem(
  electron: Pick<ElectronParts, 'dialog' | 'shell'>,
  speech: DesktopSpeech,
  thrown: unknown,
  dataFolder: string | null,
): Promise<'retry' | 'quit'> {
  const report = reportOf(toPennyrowError(thrown));
  const { what: message, remedy } = tell(speech, report);
  const choices = dataFolder === null ? (['quit'] as const) : (['retry', 'folder', 'quit'] as const);
  const names = speech.texts.desktop.box.problem;
  const isUnexpected = report.code === 'internal_error' || report.code === 'service_stopped';
  const detail = paragraphs(
    isUnexpected ? causeOf(thrown) : null,
    // The usual remedy mentions the settings page, which cannot be opened now.
    report.code === 'internal_error' ? names.internal : remedy,
    ...(dataFolder === null ? [] : [names.log({ path: join(dataFolder, 'pennyrow.log') })]),
    // Shows the code, so that the user can search for it.
    report.code,
  );
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

/** Asks again after a refusal. */
export async function askForConsent(
  { dialog }: { readonly dialog: Pick<DialogPart, 'showMessageBox'> },
  speech: DesktopSpeech,
  settings: SettingsStore,
  risk: 'noSandbox' | 'keyFile',
): Promise<boolean> {
  const memory = risk === 'noSandbox' ? 'agreedToNoSandbox' : 'agreedToKeyFile';
  if (settings.get(memory)) return true;
  const { message, detail, goOn } = speech.texts.desktop.box[risk];
  const { quit } = speech.texts.desktop.box.problem;
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
  settings.set(memory, true);
  return true;
}
