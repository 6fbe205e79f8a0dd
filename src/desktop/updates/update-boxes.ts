import type { MessageBoxOptions } from 'electron';
import type { ElectronParts } from '../electron-parts.ts';
import type { DailyLook } from './update-memory.ts';
import type { NewVersion, UpdateFailure } from './update-state.ts';
import type { NoUpdates } from './update-way.ts';
import type { UpdateWords } from './update-words.ts';

type Button = keyof UpdateWords['buttons'];

/** What a person is asked and told about updates, in the system's own boxes. The last button of each is the one that does nothing. */
export interface UpdateBoxes {
  unsupported(reason: NoUpdates): Promise<void>;
  newest(): Promise<void>;
  available(update: NewVersion): Promise<'download' | 'notNow'>;
  /** For what a person installs with the system's package manager. */
  availableByHand(update: NewVersion): Promise<'openPage' | 'notNow'>;
  downloading(update: NewVersion): Promise<'stop' | 'goOn'>;
  ready(update: NewVersion): Promise<'restart' | 'atQuit' | 'notNow'>;
  failed(failure: UpdateFailure): Promise<'again' | 'close'>;
}

/** Anyone who publishes a version may write much; a box has no scroll bar. */
const MOST_NOTES = 600;

export function createUpdateBoxes(
  { dialog }: Pick<ElectronParts, 'dialog'>,
  words: UpdateWords,
  version: string,
  dailyLook: DailyLook,
): UpdateBoxes {
  async function ask<Answer extends Button>(
    buttons: readonly [Answer, ...Answer[]],
    options: Pick<MessageBoxOptions, 'message' | 'detail' | 'type' | 'checkboxLabel' | 'defaultId'>,
  ): Promise<Answer> {
    const { response, checkboxChecked } = await dialog.showMessageBox({
      title: 'Pennyrow',
      buttons: buttons.map((button) => words.buttons[button]),
      defaultId: 0,
      cancelId: buttons.length - 1,
      noLink: true,
      checkboxChecked: dailyLook.isOn(),
      ...options,
    });
    // Pennyrow looks on its own only once a person has ticked it, here or on the settings page.
    if (options.checkboxLabel !== undefined && checkboxChecked !== dailyLook.isOn()) dailyLook.set(checkboxChecked);
    return buttons[response] ?? (buttons.at(-1) as Answer);
  }

  const withNotes = (text: string, { notes }: NewVersion): string =>
    notes === null ? text : `${text}\n\n${notes.length > MOST_NOTES ? `${notes.slice(0, MOST_NOTES)}…` : notes}`;
  const checkboxLabel = words.automatic;

  return {
    unsupported: async (reason) => {
      const [message, detail] = words.unsupported[reason];
      await ask(['ok'], { type: 'info', message, detail });
    },
    newest: async () => {
      await ask(['ok'], { type: 'info', message: words.newest(version), detail: words.newestDetail, checkboxLabel });
    },
    available: (update) =>
      ask(['download', 'notNow'], {
        type: 'info',
        message: words.available(update.version),
        detail: withNotes(words.availableDetail(version), update),
        checkboxLabel,
      }),
    availableByHand: (update) =>
      ask(['openPage', 'notNow'], {
        type: 'info',
        message: words.available(update.version),
        detail: withNotes(words.byHand(version), update),
        checkboxLabel,
      }),
    downloading: (update) =>
      ask(['stop', 'goOn'], { type: 'question', message: words.downloading(update.version), defaultId: 1 }),
    ready: (update) =>
      ask(['restart', 'atQuit', 'notNow'], {
        type: 'question',
        message: words.ready(update.version),
        detail: words.readyDetail,
      }),
    failed: (failure) => {
      const { message, remedy } = inWords(failure, words);
      return ask(['again', 'close'], { type: 'warning', message, detail: `${remedy}\n\n${failure.code}` });
    },
  };
}

/** A failure in the person's language, where it has words for it. */
export function inWords(
  { code, message, remedy }: UpdateFailure,
  { failures }: UpdateWords,
): { readonly message: string; readonly remedy: string } {
  const [said, advised] = failures[code] ?? [message, remedy];
  return { message: said, remedy: advised };
}
