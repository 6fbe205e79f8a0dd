import { closingTag, decodeXml, elementsIn } from '../../../platform/xml/xml-tag.ts';
import { TextParts, readRelationships } from './workbook-parts.ts';
import { HEAD, innerXml, splice, withChild } from './xml-edit.ts';
import type { ZipPackage } from './zip-package.ts';

/** Custom document property with the ids of the latest runs that wrote the workbook. Other programs keep such properties. */
const PROPERTY = 'Pennyrow runs';
/** Excel truncates longer texts of properties, so only ids of the latest runs are stored. */
const MAX_PROPERTY_TEXT = 255;

export async function readMarkers(pkg: ZipPackage): Promise<readonly string[]> {
  const part = await customPart(pkg);
  return part === null ? [] : markersIn(await new TextParts(pkg).read(part));
}

export async function addMarker(pkg: ZipPackage, runId: string, parts: TextParts): Promise<void> {
  const part = await customPart(pkg);
  if (part !== null) return parts.change(part, (text) => withRuns(text, [...markersIn(text), runId]));
  await parts.add({
    name: 'docProps/custom.xml',
    text: withRuns(NO_PROPERTIES, [runId]),
    contentType: 'application/vnd.openxmlformats-officedocument.custom-properties+xml',
    from: '',
    kind: 'custom-properties',
    target: 'docProps/custom.xml',
  });
}

const VARIANT_TYPES = 'http://schemas.openxmlformats.org/officeDocument/2006/docPropsVTypes';
const NO_PROPERTIES =
  `${HEAD}<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/custom-properties"` +
  ` xmlns:vt="${VARIANT_TYPES}"></Properties>`;
const FORMAT_ID = '{D5CDD505-2E9C-101B-9397-08002B2CF9AE}';

async function customPart(pkg: ZipPackage): Promise<string | null> {
  const custom = (await readRelationships(pkg, '')).find(
    ({ kind, target }) => kind === 'custom-properties' && pkg.has(target),
  );
  return custom?.target ?? null;
}

function markersIn(text: string): string[] {
  const ours = propertiesIn(text).filter(({ isOurs }) => isOurs);
  return ours.flatMap((property) => property.text.split(/\s+/).filter((id) => id !== ''));
}

function propertiesIn(text: string) {
  return [...elementsIn(text, 'property')].map((open) => {
    // Compares only the beginning, because earlier versions also wrote a property "Pennyrow runs 2".
    const isOurs = open.get('name')?.startsWith(PROPERTY) === true;
    const value = innerXml(open).replaceAll(/<[^>]*>/g, ' ');
    return { open, end: closingTag(open).end, isOurs, text: decodeXml(value) ?? '' };
  });
}

function withRuns(text: string, runs: readonly string[]): string {
  const properties = propertiesIn(text);
  const ours = properties.filter(({ isOurs }) => isOurs);
  const removals = ours.map(({ open, end }) => ({ start: open.start, end, text: '' }));
  const used = properties.map(({ open, isOurs }) => (isOurs ? 0 : (open.integer('pid') ?? 0)));
  const latest = [...runs];
  while (latest.join(' ').length > MAX_PROPERTY_TEXT) latest.shift();
  return withChild(
    splice(text, removals),
    'Properties',
    (prefix) =>
      `<${prefix}property fmtid="${FORMAT_ID}" pid="${Math.max(1, ...used) + 1}" name="${PROPERTY}">` +
      `<vt:lpwstr xmlns:vt="${VARIANT_TYPES}">${latest.join(' ')}</vt:lpwstr></${prefix}property>`,
  );
}
