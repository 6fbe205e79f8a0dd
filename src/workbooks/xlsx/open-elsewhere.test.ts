import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { isHeldByAnotherProgram, refuseWhenOpenElsewhere } from './package/replace-file.ts';

/** Excel's owner file for an open workbook: 165 bytes with the user's name twice. */
function excelOwnerFile(user: string): Buffer {
  const owner = Buffer.alloc(165, 0x20);
  owner.writeUInt8(user.length, 0);
  owner.write(user, 1, 'latin1');
  owner.writeUInt16LE(user.length, 55);
  owner.write(user, 57, 'utf16le');
  return owner;
}

describe('a workbook that another program has open', () => {
  test('is not written if Excel has it open, and the message names the user', async () => {
    const path = join(temporaryFolder(), 'Budget.xlsx');
    writeFileSync(join(path, '..', '~$Budget.xlsx'), excelOwnerFile('Anna Ødegård'));
    await expect(refuseWhenOpenElsewhere(path)).rejects.toMatchObject({
      code: 'workbook_open_elsewhere',
      message: `The workbook ${path} is open in Excel (Anna Ødegård).`,
      remedy: expect.stringContaining('“~$Budget.xlsx”'),
    });
  });

  test.each([
    [',anna,laptop,10.03.2026 09:00,file:///home/anna/.config/libreoffice/4;', 'anna'],
    ['Berg\\, Anna,anna,laptop,10.03.2026 09:00,file:///home;', 'Berg, Anna'],
  ])('is not written if LibreOffice has it open: %s', async (owner, user) => {
    const path = join(temporaryFolder(), 'Budget.xlsx');
    writeFileSync(join(path, '..', '.~lock.Budget.xlsx#'), owner);
    await expect(refuseWhenOpenElsewhere(path)).rejects.toMatchObject({
      code: 'workbook_open_elsewhere',
      message: `The workbook ${path} is open in LibreOffice (${user}).`,
    });
  });

  test('is detected if the owner file is empty', async () => {
    const path = join(temporaryFolder(), 'Budget.xlsx');
    writeFileSync(join(path, '..', '~$Budget.xlsx'), '');
    await expect(refuseWhenOpenElsewhere(path)).rejects.toMatchObject({
      message: `The workbook ${path} is open in Excel.`,
    });
  });

  test('does not block a workbook of a similar name', async () => {
    const path = join(temporaryFolder(), 'Budget.xlsx');
    writeFileSync(join(path, '..', '~$Budget 2.xlsx'), excelOwnerFile('Anna'));
    await expect(refuseWhenOpenElsewhere(path)).resolves.toBeUndefined();
  });
});

test('on Windows, but not on other systems, the error EPERM means that another program has the file open', () => {
  const refused = (code: string) => Object.assign(new Error(code), { code });
  expect(isHeldByAnotherProgram(refused('EPERM'), 'win32')).toBe(true);
  expect(isHeldByAnotherProgram(refused('EBUSY'), 'win32')).toBe(true);
  expect(isHeldByAnotherProgram(refused('EPERM'), 'linux')).toBe(false);
  expect(isHeldByAnotherProgram(refused('ENOSPC'), 'win32')).toBe(false);
});
