import { expect, test } from 'vitest';
import { describeOfx } from './ofx-transaction.ts';

test.each([
  ['name and memo are joined', { NAME: 'Shop', MEMO: 'order 7' }, 'Shop - order 7'],
  [
    'a memo that repeats the name is enough',
    { NAME: 'BREAD AND BUT', MEMO: 'Bread and Butter Co' },
    'Bread and Butter Co',
  ],
  ['a memo that begins the name adds nothing', { NAME: 'Bread and Butter', MEMO: 'BREAD' }, 'Bread and Butter'],
  ['the same text twice is said once', { NAME: 'Shop', MEMO: 'Shop' }, 'Shop'],
  ['a payee stands for a missing name', { 'PAYEE.NAME': 'Shop', 'PAYEE.CITY': 'Bern' }, 'Shop'],
  ['an extended name completes a short one', { NAME: 'Shop of', EXTDNAME: 'Shop of Horrors' }, 'Shop of Horrors'],
  ['a check is named by its number', { TRNTYPE: 'CHECK', CHECKNUM: '17' }, 'Check 17'],
  ['the kind stands for a missing text', { TRNTYPE: 'srvchg', NAME: ' ' }, 'Service charge'],
  ['nothing at all is said so', { TRNTYPE: 'WHATEVER' }, 'No description'],
  ['control characters and lines become spaces', { NAME: 'a\u0000b\r\nc' }, 'a b c'],
])('%s', (_, fields, expected) => expect(describeOfx(fields).description).toBe(expected));

test('shortens a very long text', () => {
  expect(describeOfx({ NAME: 'x'.repeat(5000), MEMO: 'y'.repeat(5000) }).description).toMatch(/^x{499}… - y{499}…$/);
});

test.each([
  ['name and memo', { NAME: 'Shop', MEMO: 'order 7' }, { payee: 'Shop', notes: 'order 7' }],
  ['a name alone', { NAME: 'Shop' }, undefined],
  ['a memo alone', { MEMO: 'order 7' }, undefined],
  ['a name that the memo says in full', { NAME: 'BREAD AND BUT', MEMO: 'Bread and Butter Co' }, undefined],
  ['a memo that begins the name', { NAME: 'Bread and Butter', MEMO: 'BREAD' }, undefined],
])('%s are joined only if each adds something to the other', (_, fields, parts) =>
  expect(describeOfx(fields).parts).toEqual(parts),
);
