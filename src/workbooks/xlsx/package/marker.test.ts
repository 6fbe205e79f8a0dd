import { expect, test } from 'vitest';
import { addMarker, readMarkers } from './marker.ts';
import { TextParts } from './workbook-parts.ts';
import type { ZipPackage } from './zip-package.ts';
import { Readable } from 'node:stream';

const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

function packageOf(parts: Readonly<Record<string, string>>): ZipPackage {
  return {
    path: 'b.xlsx',
    names: Object.keys(parts),
    fingerprint: '',
    comment: Buffer.alloc(0),
    has: (name) => name in parts,
    read: async (name) => Buffer.from(parts[name] ?? '', 'utf8'),
    stream: (name) => Readable.from([Buffer.from(parts[name] ?? '', 'utf8')]),
    pieces: () => Readable.from([]),
    blocks: () => null,
    size: (name) => (parts[name] ?? '').length,
    raw: () => Promise.reject(new Error('not used')),
    close: async () => undefined,
  };
}

const WITHOUT = {
  '[Content_Types].xml':
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>',
  '_rels/.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${RELATIONSHIPS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
};

async function marked(
  parts: Readonly<Record<string, string>>,
  ...runs: readonly string[]
): Promise<Readonly<Record<string, string>>> {
  let current = parts;
  for (const run of runs) {
    const pkg = packageOf(current);
    const texts = new TextParts(pkg);
    await addMarker(pkg, run, texts);
    current = { ...current, ...Object.fromEntries(texts.changes) };
  }
  return current;
}

test('addMarker adds custom properties to a workbook without any, and registers them in the package', async () => {
  const parts = await marked(WITHOUT, 'run-1');
  expect(await readMarkers(packageOf(WITHOUT))).toEqual([]);
  expect(await readMarkers(packageOf(parts))).toEqual(['run-1']);
  expect(parts['[Content_Types].xml']).toContain('PartName="/docProps/custom.xml"');
  expect(parts['_rels/.rels']).toContain(
    `<Relationship Id="rId2" Type="${RELATIONSHIPS}/custom-properties" Target="docProps/custom.xml"/>`,
  );
});

test('addMarker keeps other custom properties and their ids', async () => {
  const parts = await marked(WITHOUT, 'run-1');
  const owner =
    '<property fmtid="{D5CDD505-2E9C-101B-9397-08002B2CF9AE}" pid="7" name="Owner"><vt:lpwstr>Anna</vt:lpwstr></property>';
  const custom = parts['docProps/custom.xml']?.replace('</Properties>', `${owner}</Properties>`) ?? '';
  const again = await marked({ ...parts, 'docProps/custom.xml': custom }, 'run-2');
  expect(again['docProps/custom.xml']).toContain(owner);
  expect(again['docProps/custom.xml']).toContain('pid="8" name="Pennyrow runs"');
  expect(await readMarkers(packageOf(again))).toEqual(['run-1', 'run-2']);
});

test('addMarker keeps as many of the latest runs as fit into one property of Excel', async () => {
  const runs = Array.from({ length: 30 }, (_, index) => `run_01kaj3v8qk7f0c2m9x4t${index + 10}`);
  const parts = await marked(WITHOUT, ...runs);
  expect(await readMarkers(packageOf(parts))).toEqual(runs.slice(-9));
  expect(parts['docProps/custom.xml']?.match(/<vt:lpwstr[^>]*>([^<]*)</)?.[1]?.length).toBeLessThanOrEqual(255);
});

test('runs in several properties, as earlier versions wrote them, are read, and addMarker merges them into one property', async () => {
  const parts = await marked(WITHOUT, 'run-1');
  const [first = ''] = /<property .*<\/property>/.exec(parts['docProps/custom.xml'] ?? '') ?? [];
  const second = first.replace('pid="2"', 'pid="3"').replace('runs"', 'runs 2"').replace('run-1', 'run-2');
  const custom = parts['docProps/custom.xml']?.replace(first, first + second) ?? '';
  expect(await readMarkers(packageOf({ ...parts, 'docProps/custom.xml': custom }))).toEqual(['run-1', 'run-2']);
  const again = await marked({ ...parts, 'docProps/custom.xml': custom }, 'run-3');
  expect(again['docProps/custom.xml']?.match(/<property /g)).toHaveLength(1);
  expect(await readMarkers(packageOf(again))).toEqual(['run-1', 'run-2', 'run-3']);
});
