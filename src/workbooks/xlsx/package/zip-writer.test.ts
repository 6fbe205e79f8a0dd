import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { writeSmallXlsx } from '../../../../test/support/small-xlsx.ts';

/** Incompressible, and larger than the write buffer. */
const LARGE = randomBytes(700_000);

test('the zip writer stores the same checksum and sizes in each header as in the directory, for small and large parts', async () => {
  const file = readFileSync(await writeSmallXlsx({ 'a.xml': '<a/>', 'large.bin': LARGE, 'b.xml': '<b/>' }));
  const entries = directoryOf(file).map(({ name, sums, offset }) => {
    expect(file.readUInt32LE(offset)).toBe(0x04034b50);
    expect(sums).toEqual(file.subarray(offset + 14, offset + 26));
    return [name, sums.readUInt32LE(8)];
  });
  expect(entries).toEqual([
    ['a.xml', 4],
    ['large.bin', LARGE.length],
    ['b.xml', 4],
  ]);
});

/** Checksum, sizes and header position of each part. */
function directoryOf(
  file: Buffer,
): readonly { readonly name: string; readonly sums: Buffer; readonly offset: number }[] {
  const end = file.length - 22;
  const entries = [];
  for (let at = file.readUInt32LE(end + 16); at < end;) {
    const [name, extra, comment] = [28, 30, 32].map((place) => file.readUInt16LE(at + place)) as [
      number,
      number,
      number,
    ];
    entries.push({
      name: file.toString('utf8', at + 46, at + 46 + name),
      sums: file.subarray(at + 16, at + 28),
      offset: file.readUInt32LE(at + 42),
    });
    at += 46 + name + extra + comment;
  }
  return entries;
}
