import { expect, it } from 'vitest';
import { electronDouble } from '../../../test/desktop/double/electron-double.ts';
import { computerDouble } from '../../../test/desktop/double/app.ts';
import { GERMAN } from '../../../test/support/desktop-i18n.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { createError } from '../../platform/errors.ts';
import { showProblem } from './problem-window.ts';

it('the dialog about a problem shows its remedy, its code, and buttons in the same language', async () => {
  const { electron, around } = await electronDouble({ computer: computerDouble(temporaryFolder()) });
  await electron.app.whenReady();
  around.box.press('Datenordner öffnen');
  around.box.press('Erneut versuchen');
  const damaged = createError('store_damaged', { path: '/home/me/Pennyrow/pennyrow.db', detail: null });
  expect(await showProblem(electron, GERMAN, damaged, '/home/me/Pennyrow')).toBe('retry');
  expect(around.outside.shown).toEqual(['/home/me/Pennyrow']);
  const [box] = around.box.shown;
  const texts = GERMAN.localize(
    { code: 'store_damaged', params: { path: '/home/me/Pennyrow/pennyrow.db', detail: null } },
    'app',
  );
  expect(box).toMatchObject({
    message: texts.what,
    detail: `${texts.remedy}\n\nProtokolldatei: /home/me/Pennyrow/pennyrow.log\n\nstore_damaged`,
    buttons: ['Erneut versuchen', 'Datenordner öffnen', 'Beenden'],
  });
  expect(box?.message).toMatch(/^Die Datenbank \/home\/me\/Pennyrow\/pennyrow\.db /);
});
