import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { combineCrc32 } from './combine-crc32.ts';

test('the checksum of two pieces follows from theirs', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.uint8Array({ maxLength: 3000 }), (first, second) => {
      expect(combineCrc32(crc32(first), crc32(second), second.length)).toBe(crc32(Buffer.concat([first, second])));
    }),
  );
});

test('a piece of many megabytes is combined alike', () => {
  const second = Buffer.alloc(40_000_003, 'row');
  expect(combineCrc32(crc32('head'), crc32(second), second.length)).toBe(crc32(second, crc32('head')));
});
