import { join } from 'node:path';
import { PennyrowError, reportOf, toPennyrowError } from '../../platform/errors.ts';
import type { DialogPart, ElectronParts } from '../electron-parts.ts';
import type { SettingsStore } from '../settings.ts';
import { paragraphs, localize, type DesktopI18n } from '../i18n.ts';

/** Shows the problem in the system's dialog, which works even if the app's windows fail. Offers a retry if there is a data folder. */
export async function showProblem(
  electron: Pick<ElectronParts, 'dialog' | 'shell'>,
  i18n: DesktopI18n,
  thrown: unknown,
  dataFolder: string | null,
): Promise<'retry' | 'quit'> {
  const report = reportOf(toPennyrowError(thrown));
  const { what: message, remedy } = localize(i18n, report);
  const choices = dataFolder === null ? (['quit'] as const) : (['retry', 'folder', 'quit'] as const);
  const names = i18n.texts.desktop.box.problem;
  const isUnexpected = report.code === 'internal_error' || report.code === 'service_stopped';
  const detail = paragraphs(
    isUnexpected ? causeOf(thrown) : null,
    // The usual remedy mentions the settings page, which cannot be opened now.
    report.code === 'internal_error' ? names.internal : remedy,
    ...(dataFolder === null ? [] : [names.log({ path: join(dataFolder, 'pennyrow.log') })]),
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

/** True if the user agrees or has agreed before. A refusal is not stored, so the next start asks again. */
export async function askForConsent(
  { dialog }: { readonly dialog: Pick<DialogPart, 'showMessageBox'> },
  i18n: DesktopI18n,
  settings: SettingsStore,
  risk: 'noSandbox' | 'keyFile',
): Promise<boolean> {
  const memory = risk === 'noSandbox' ? 'agreedToNoSandbox' : 'agreedToKeyFile';
  if (settings.get(memory)) return true;
  const { message, detail, goOn } = i18n.texts.desktop.box[risk];
  const { quit } = i18n.texts.desktop.box.problem;
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
