import { expect, it } from 'vitest';
import { createMemo } from './memo.ts';

it('reads each key once, until anything is written', () => {
  let writes = 0;
  const reads: string[] = [];
  const memo = createMemo({ writeCount: () => writes }, (key) => {
    reads.push(key);
    return key === 'nothing' ? null : key.toUpperCase();
  });
  expect([memo.get('a'), memo.get('a'), memo.get('nothing'), memo.get('nothing')]).toEqual(['A', 'A', null, null]);
  expect(reads).toEqual(['a', 'nothing']);
  writes += 1;
  memo.get('a');
  expect(reads).toEqual(['a', 'nothing', 'a']);
});

it('keeps a bounded number, since a stranger may send any key', () => {
  let reads = 0;
  const memo = createMemo({ writeCount: () => 0 }, () => (reads += 1));
  for (let key = 0; key < 5000; key += 1) memo.get(String(key));
  memo.get('0');
  expect(reads).toBe(5001);
});
