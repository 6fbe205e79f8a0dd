import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { openSettings } from './settings.ts';

describe('openSettings', () => {
  it.each(['{"theme": "purple", "window": 7', '{"theme": "purple", "window": 7}'])(
    'returns defaults if the file is damaged: %s',
    (text) => {
      const folder = temporaryFolder();
      writeFileSync(join(folder, 'desktop.json'), text);
      const { get } = openSettings(folder, () => undefined);
      expect([get('theme'), get('window'), get('agreedToKeyFile')]).toEqual(['system', null, false]);
    },
  );

  it('keeps the settings in memory if their folder disappears', () => {
    const folder = join(temporaryFolder(), 'desktop');
    mkdirSync(folder);
    const reported: unknown[] = [];
    const { get, set, save } = openSettings(folder, (thrown) => reported.push(thrown));
    save({ theme: 'dark' });
    renameSync(folder, `${folder}.away`);
    writeFileSync(folder, '');
    expect(() => save({ theme: 'light' })).toThrow(/ENOTDIR|EEXIST/);
    set('agreedToKeyFile', true);
    expect([get('theme'), get('agreedToKeyFile'), reported.length]).toEqual(['dark', true, 1]);
  });
});
