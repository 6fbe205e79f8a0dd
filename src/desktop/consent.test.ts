import type { MessageBoxOptions } from 'electron';
import { expect, it } from 'vitest';
import { BRITISH, GERMAN } from '../../test/support/desktop-i18n.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { openSettings } from './settings.ts';
import { askForConsent } from './window/problem-window.ts';

function notificationScene(
  answer: number,
  i18n = BRITISH,
): { readonly boxes: MessageBoxOptions[]; ask(): Promise<boolean> } {
  const boxes: MessageBoxOptions[] = [];
  const settings = openSettings(temporaryFolder(), () => undefined);
  const dialog = {
    showMessageBox: async (options: MessageBoxOptions) => {
      boxes.push(options);
      return { response: answer, checkboxChecked: false };
    },
  };
  return {
    boxes,
    ask: () => askForConsent({ dialog }, i18n, settings, 'keyFile'),
  };
}

it('the dialog about a key file explains the risk, and quits by default', async () => {
  const { boxes, ask } = notificationScene(0);
  expect(await ask()).toBe(false);
  expect(boxes[0]?.detail).toContain('so can every program that you start');
  expect(boxes[0]).toMatchObject({ defaultId: 0, cancelId: 0 });
  expect(boxes[0]?.buttons?.[0]).toBe('Quit');
});

it('the dialog about a key file appears again after a refusal, and never after an agreement', async () => {
  const refusing = notificationScene(0);
  await refusing.ask();
  await refusing.ask();
  expect(refusing.boxes).toHaveLength(2);
  const agreeing = notificationScene(1);
  expect([await agreeing.ask(), await agreeing.ask()]).toEqual([true, true]);
  expect(agreeing.boxes).toHaveLength(1);
});

it('the dialog about a key file is in German on a German system', async () => {
  const { boxes, ask } = notificationScene(1, GERMAN);
  expect(await ask()).toBe(true);
  expect(boxes[0]).toMatchObject({
    message: 'Auf diesem System ist kein Schlüsselbund entsperrt.',
    buttons: ['Beenden', 'Mit der Datei weitermachen'],
  });
});
