import { join } from 'node:path';
import { expect, it } from 'vitest';
import { typedPath } from './open-paths.ts';

it.each([
  ['/data/My money.xlsx', '/data/My money.xlsx'],
  ['  /data/a.xlsx\n', '/data/a.xlsx'],
  ['"/data/My money.xlsx"', '/data/My money.xlsx'],
  ["'/data/My money.xlsx'", '/data/My money.xlsx'],
  ['~', '/home/me'],
  ['~/Documents/a.xlsx', join('/home/me', 'Documents/a.xlsx')],
  ['"~/a.xlsx"', join('/home/me', 'a.xlsx')],
  ['file:///data/My%20money.xlsx', '/data/My money.xlsx'],
  ['file://elsewhere/a.xlsx', 'file://elsewhere/a.xlsx'],
  ['~me/a.xlsx', '~me/a.xlsx'],
  ['"', '"'],
  ['a.xlsx', 'a.xlsx'],
])('typedPath converts the input %j to the path %j', (typed, path) => {
  expect(typedPath(typed, '/home/me')).toBe(path);
});
