import { expect, test } from 'vitest';
import { withColumnLooks } from './new-columns.ts';

const HIDDEN = { position: 6, isHidden: true, width: 22 };

test('a sheet without column settings gets settings only for the new column', () => {
  expect(withColumnLooks('<worksheet><dimension ref="A1"/>', [HIDDEN], '')).toBe(
    '<worksheet><dimension ref="A1"/><cols><col min="7" max="7" width="22" customWidth="1" hidden="1"/></cols>',
  );
});

test('settings of a range of columns are split if a new column is inside, and the other columns keep them', () => {
  const before = '<x:cols><x:col min="1" max="16384" width="9.5" style="3" customWidth="1"/></x:cols>';
  expect(withColumnLooks(before, [HIDDEN], 'x:')).toBe(
    '<x:cols><x:col min="1" max="6" width="9.5" style="3" customWidth="1"/>' +
      '<x:col min="7" max="7" width="9.5" style="3" customWidth="1" hidden="1"/>' +
      '<x:col min="8" max="16384" width="9.5" style="3" customWidth="1"/></x:cols>',
  );
});

test('withColumnLooks makes a hidden column visible if `isHidden` is false', () => {
  const before = '<cols><col min="2" max="2" width="5"/><col min="7" max="7" hidden="1" width="9"/></cols>';
  expect(withColumnLooks(before, [{ ...HIDDEN, isHidden: false }], '')).toBe(
    '<cols><col min="2" max="2" width="5"/><col min="7" max="7" width="9"/></cols>',
  );
});
