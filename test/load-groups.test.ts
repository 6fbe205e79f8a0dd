import type { OutputChunk } from 'rolldown';
import { expect, test } from 'vitest';
import { findLoadGroups } from '../scripts/build/load-groups.ts';

/** Groups files by their imports and lazy imports. A file contains one module with its name; "small" files have 100 bytes. */
function groupsOf(files: Readonly<Record<string, readonly [imports: string, lazyImports: string]>>): string[][] {
  const named = (names: string) => names.split(' ').filter((name) => name !== '');
  const chunks = Object.entries(files).map(([fileName, [imports, lazy]]) => ({
    fileName,
    code: 'x'.repeat(fileName.startsWith('small') ? 100 : 50_000),
    isEntry: fileName.startsWith('start'),
    moduleIds: [fileName],
    imports: named(imports),
    dynamicImports: named(lazy),
  })) as unknown as readonly OutputChunk[];
  const groups = Map.groupBy(findLoadGroups(chunks), ([, group]) => group);
  return [...groups.values()].map((group) => group.map(([module]) => module));
}

test('code shared by two lazy imports is in the file of the first one if the second one always follows it', () => {
  expect(
    groupsOf({
      start: ['', 'service'],
      service: ['amounts', 'workbook'],
      workbook: ['amounts', ''],
      amounts: ['', ''],
    }),
  ).toEqual([['service', 'amounts']]);
});

test('code shared by two independent lazy imports is in a separate file', () => {
  expect(
    groupsOf({ start: ['', 'left right'], left: ['shared', ''], right: ['shared', ''], shared: ['', ''] }),
  ).toEqual([]);
});

test('code that an entry point loads at its start is not in the file of a lazy import', () => {
  expect(
    groupsOf({
      start: ['', 'service'],
      'start-desktop': ['clock', 'service'],
      service: ['clock rows', ''],
      clock: ['', ''],
      rows: ['', ''],
    }),
  ).toEqual([['service', 'rows']]);
});

test('code shared by lazy imports that import each other lazily is separate from both', () => {
  expect(
    groupsOf({
      start: ['', 'left right'],
      left: ['shared', 'right'],
      right: ['shared', 'left'],
      shared: ['', ''],
    }),
  ).toEqual([]);
});

test('small files are merged into one, unless they import a larger file', () => {
  expect(
    groupsOf({
      start: ['', 'left middle right last'],
      left: ['small-rows small-sheet', ''],
      middle: ['small-rows small-dates', ''],
      right: ['small-dates small-sheet', ''],
      last: ['shared', ''],
      'small-rows': ['', ''],
      'small-dates': ['small-rows', ''],
      'small-sheet': ['shared', ''],
      shared: ['', ''],
    }),
  ).toEqual([['small-rows', 'small-dates']]);
});
