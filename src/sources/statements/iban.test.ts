import { expect, test } from 'vitest';
import { isIban, isWrittenLikeIban } from './account-identity.ts';

test.each([
  'GB82 WEST 1234 5698 7654 32',
  'gb82west12345698765432',
  'NL91ABNA0417164300',
  'MT84MALT011000012345MTLCAST001S',
])('isIban accepts %s', (text) => {
  expect([isIban(text), isWrittenLikeIban(text)]).toEqual([true, true]);
});

test('isIban rejects one wrong digit, and isWrittenLikeIban still accepts the shape', () => {
  expect([isIban('GB82WEST12345698765433'), isWrittenLikeIban('GB82WEST12345698765433')]).toEqual([false, true]);
});

test.each(['', '12345678', 'GB82', 'GB8XWEST12345698765432', 'GB82-WEST-1234-5698-7654-32'])(
  '%j does not have the shape of an IBAN',
  (text) => {
    expect([isIban(text), isWrittenLikeIban(text)]).toEqual([false, false]);
  },
);
