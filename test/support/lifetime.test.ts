import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { checkAfterTest, sharedByTests, whenOver } from './lifetime.ts';
import { temporaryFolder } from './temporary-folder.ts';

const seen: string[] = [];
const folders: string[] = [];

describe('a value that tests share', () => {
  const shared = sharedByTests(async () => {
    const number = folders.push(temporaryFolder());
    whenOver(() => seen.push(`ended ${number}`));
    checkAfterTest(() => seen.push(`checked ${number}`));
    return number;
  });

  test('is created once, on first use', async () => {
    expect([await shared(), await shared()]).toEqual([1, 1]);
    expect(seen).toEqual([]);
  });

  test('is checked after each test, and kept for the next one', async () => {
    expect(await shared()).toBe(1);
    expect(seen).toEqual(['checked 1']);
    expect(folders.map((folder) => existsSync(folder))).toEqual([true]);
  });

  test.fails('is left in an unknown state by this test, which fails on purpose', async () => {
    expect(await shared(), 'planted').toBe('something else');
  });

  test('is created again after a failed test', async () => {
    expect(await shared()).toBe(2);
    expect(seen).toEqual(['checked 1', 'checked 1', 'checked 1', 'ended 1']);
    expect(folders.map((folder) => existsSync(folder))).toEqual([false, true]);
  });
});

describe('after the last of these tests', () => {
  test('every shared value is disposed of', () => {
    expect(seen.slice(-2)).toEqual(['checked 2', 'ended 2']);
    expect(folders.map((folder) => existsSync(folder))).toEqual([false, false]);
  });
});
