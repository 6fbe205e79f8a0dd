import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Run } from '../../src/core/run.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { pennyrow } from './pennyrow.ts';

const statement = (closing: string) =>
  `:20:X\n:25:NL91ABNA0417164300\n:28C:1\n:60F:C260130EUR10,00\n:61:2601310131D4,00NID NONREF\n:86:Baker\n${closing}-\n`;

test('a statement that does not add up, and one without a closing balance, are imported with a warning', async () => {
  const folder = temporaryFolder();
  const imported = async (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    const { code, stdout } = await pennyrow(folder, 'import', join(folder, name), '--json');
    const { status, counts, messages } = JSON.parse(stdout) as Run;
    const warnings = messages.filter(({ severity }) => severity === 'warning');
    return { code, status, added: counts.added, warnings: warnings.map(({ message }) => message) };
  };
  expect(await imported('honest.sta', statement(':62F:C260131EUR6,00\n'))).toMatchObject({ added: 1, warnings: [] });
  expect(await imported('off.sta', statement(':62F:C260131EUR5,00\n').replace('D4,', 'D3,'))).toEqual({
    code: 0,
    status: 'succeeded',
    added: 1,
    warnings: [
      'off.sta: Account ••4300, 30 Jan 2026 to 31 Jan 2026: opening balance €10.00 and bookings of -€3.00 do not give the closing balance €5.00 in line 7; -€2.00 are not explained.',
    ],
  });
  expect(await imported('open.sta', statement('').replace('D4,', 'D2,'))).toMatchObject({
    code: 0,
    added: 1,
    warnings: [expect.stringContaining('has no closing balance, so transactions may be missing at its end.')],
  });
});
