import { expect, test } from 'vitest';
import { describeOfx } from './ofx-format.ts';

test.each([
  ['joins name and memo', { NAME: 'Shop', MEMO: 'order 7' }, 'Shop - order 7'],
  ['is the memo if it repeats the name', { NAME: 'BREAD AND BUT', MEMO: 'Bread and Butter Co' }, 'Bread and Butter Co'],
  ['is the name if the memo is its beginning', { NAME: 'Bread and Butter', MEMO: 'BREAD' }, 'Bread and Butter'],
  ['leaves out a memo that equals the name', { NAME: 'Shop', MEMO: 'Shop' }, 'Shop'],
  ['is the payee if there is no name', { 'PAYEE.NAME': 'Shop', 'PAYEE.CITY': 'Bern' }, 'Shop'],
  [
    'prefers an extended name that begins with the name',
    { NAME: 'Shop of', EXTDNAME: 'Shop of Horrors' },
    'Shop of Horrors',
  ],
  ['is the number of a check', { TRNTYPE: 'CHECK', CHECKNUM: '17' }, 'Check 17'],
  ['is the type if there is no text', { TRNTYPE: 'srvchg', NAME: ' ' }, 'Service charge'],
  ['is a placeholder if nothing is known', { TRNTYPE: 'WHATEVER' }, 'No description'],
  ['replaces control characters and line breaks by spaces', { NAME: 'a\u0000b\r\nc' }, 'a b c'],
])('the description of OFX fields: %s', (_, fields, expected) =>
  expect(describeOfx(fields).description).toBe(expected),
);

test('the description of OFX fields shortens a very long text', () => {
  expect(describeOfx({ NAME: 'x'.repeat(5000), MEMO: 'y'.repeat(5000) }).description).toMatch(/^x{999}… - y{999}…$/);
});

test.each([
  ['name and memo', { NAME: 'Shop', MEMO: 'order 7' }, { payee: 'Shop', notes: 'order 7' }],
  ['a name alone', { NAME: 'Shop' }, undefined],
  ['a memo alone', { MEMO: 'order 7' }, undefined],
  ['a name that the memo contains', { NAME: 'BREAD AND BUT', MEMO: 'Bread and Butter Co' }, undefined],
  ['a memo that begins the name', { NAME: 'Bread and Butter', MEMO: 'BREAD' }, undefined],
])('describeOfx separates payee and notes only if each adds something to the other: %s', (_, fields, parts) =>
  expect(describeOfx(fields).parts).toEqual(parts),
);
