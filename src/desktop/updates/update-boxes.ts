import type { MessageBoxOptions } from 'electron';
import type { Report } from '../../messages/parameters.ts';
import type { ElectronParts } from '../electron-parts.ts';
import { paragraphs, localize, type DesktopI18n } from '../i18n.ts';
import type { DailyLook } from './update-memory.ts';
import type { NewVersion, NoUpdates } from './update-way.ts';

type Texts = DesktopI18n['texts']['desktop']['updates'];
type Button = keyof Texts['buttons'] | 'retry';

export type UpdateBoxes = ReturnType<typeof createUpdateBoxes>;

/** Longer release notes are cut after this many characters, because the dialog cannot scroll. */
const MOST_NOTES = 600;

export function createUpdateBoxes(
  { dialog }: Pick<ElectronParts, 'dialog'>,
  i18n: DesktopI18n,
  version: string,
  dailyLook: DailyLook,
) {
  const words = (): Texts => i18n.texts.desktop.updates;

  async function ask<Answer extends Button>(
    buttons: readonly [Answer, ...Answer[]],
    options: Pick<MessageBoxOptions, 'message' | 'detail' | 'type' | 'checkboxLabel' | 'defaultId'>,
  ): Promise<Answer> {
    const names = { ...words().buttons, retry: i18n.texts.desktop.box.problem.retry };
    const { response, checkboxChecked } = await dialog.showMessageBox({
      title: 'Pennyrow',
      buttons: buttons.map((button) => names[button]),
      defaultId: 0,
      cancelId: buttons.length - 1,
      noLink: true,
      checkboxChecked: dailyLook.isOn(),
      ...options,
    });
    // The checkbox turns the daily check on or off, as in the settings.
    if (options.checkboxLabel !== undefined && checkboxChecked !== dailyLook.isOn()) dailyLook.set(checkboxChecked);
    return buttons[response] ?? (buttons.at(-1) as Answer);
  }

  function askAbout<Answer extends Button>(update: NewVersion, answer: Answer, how: 'detail' | 'byHand') {
    const { message, [how]: detail } = words().available;
    const { notes } = update;
    const shown = notes !== null && notes.length > MOST_NOTES ? `${notes.slice(0, MOST_NOTES)}…` : notes;
    return ask<Answer | 'notNow'>([answer, 'notNow'], {
      type: 'info',
      message: message(update),
      detail: paragraphs(detail({ here: version }), shown),
      checkboxLabel: checkboxLabel(),
    });
  }

  const checkboxLabel = (): string => i18n.texts.desktop.settings.looksForUpdates;

  return {
    unsupported: async (reason: NoUpdates) => {
      const kind = reason === 'no-feed' || reason === 'unsigned' ? 'byHand' : reason;
      await ask(['ok'], { type: 'info', ...words().unsupported[kind] });
    },
    newest: async () => {
      await ask(['ok'], { type: 'info', message: words().newest({ version }), checkboxLabel: checkboxLabel() });
    },
    available: (update: NewVersion) => askAbout(update, 'download', 'detail'),
    availableByHand: (update: NewVersion) => askAbout(update, 'openPage', 'byHand'),
    downloading: (update: NewVersion) =>
      ask(['stop', 'goOn'], { type: 'question', message: words().downloading(update), defaultId: 1 }),
    ready: (update: NewVersion) =>
      ask(['restart', 'atQuit', 'notNow'], {
        type: 'question',
        message: words().ready.message(update),
        detail: words().ready.detail,
      }),
    failed: (failure: Report) => {
      const { what, remedy } = localize(i18n, failure);
      const detail = paragraphs(remedy, failure.code);
      return ask(['retry', 'ok'], { type: 'warning', message: what, detail });
    },
  };
}
