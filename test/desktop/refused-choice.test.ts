import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { desktopInUse } from '../support/desktop.ts';
import { startedFolder } from '../support/started-folder.ts';
import { computerDouble } from './double/app.ts';

test('a theme that cannot be saved is not applied, and the user sees the reason in their language', async () => {
  const folder = await startedFolder();
  const own = join(folder, 'desktop');
  const { around } = await desktopInUse({
    folder,
    computer: { ...computerDouble(folder), locale: 'de-DE' },
  });
  const marked = () =>
    around.menus
      .bar()
      ?.find(({ label }) => label === 'Ansicht')
      ?.submenu.find(({ label }) => label === 'Darstellung')
      ?.submenu.find(({ isChecked }) => isChecked)?.label;
  // With a file at the path of the folder, every write fails.
  renameSync(own, `${own}.away`);
  writeFileSync(own, '');
  around.menus.clickInBar('Ansicht', 'Darstellung', 'Dunkel');
  await expect
    .poll(() => around.box.shown)
    .toMatchObject([
      { type: 'warning', title: 'Pennyrow', message: expect.stringMatching(/\S/), detail: expect.stringMatching(/\S/) },
    ]);
  expect(marked()).toBe('System');
  around.box.press('OK');
});
