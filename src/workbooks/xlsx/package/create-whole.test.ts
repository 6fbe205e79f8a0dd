import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts';
import { copyWhole, createWhole } from './create-whole.ts';

describe('creating a file atomically', () => {
  it('gives the file its name only when it is completely written', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'new.xlsx');
    const isMade = await createWhole(path, async (temporary) => {
      await writeFile(temporary, 'half');
      expect(readdirSync(folder)).toEqual([expect.stringMatching(/^\.new\.xlsx\.pennyrow-/)]);
      await writeFile(temporary, 'whole');
    });
    expect([isMade, readdirSync(folder), readFileSync(path, 'utf8')]).toEqual([true, ['new.xlsx'], 'whole']);
  });

  it('leaves nothing behind if writing fails', async () => {
    const folder = temporaryFolder();
    const written = createWhole(join(folder, 'new.xlsx'), async (temporary) => {
      await writeFile(temporary, 'half');
      throw new Error('the disk is full');
    });
    await expect(written).rejects.toThrow('the disk is full');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('returns false if a file already exists, and does not overwrite it', async () => {
    const folder = temporaryFolder();
    const [source, target] = [join(folder, 'a.xlsx'), join(folder, 'b.xlsx')];
    writeFileSync(source, 'a');
    writeFileSync(target, 'b');
    expect(await copyWhole(source, target)).toBe(false);
    expect([readFileSync(target, 'utf8'), readdirSync(folder).sort()]).toEqual(['b', ['a.xlsx', 'b.xlsx']]);
  });
});
