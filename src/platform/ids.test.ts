import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { newId } from './ids.ts';

const at = (now: number) => ({ now: () => now });

it('ids begin with their kind and have a fixed length', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 8.64e15 }), (now) => {
      expect(newId('run', at(now))).toMatch(/^run_[0-9a-hjkmnp-tv-z]{22}$/);
    }),
  );
});

it('ids sort by the time of their creation', () => {
  const moment = fc.integer({ min: 0, max: 32 ** 9 });
  fc.assert(
    fc.property(moment, moment, (left, right) => {
      fc.pre(left < right);
      expect(newId('run', at(left)) < newId('run', at(right))).toBe(true);
    }),
  );
});

it('two ids that are created in the same millisecond differ', () => {
  const ids = Array.from({ length: 1000 }, () => newId('account', at(1_800_000_000_000)));
  expect(new Set(ids).size).toBe(1000);
});
