import { addPart, readTextPart, withChild, type TextParts } from './text-part.ts';
import { readRelationships } from './workbook-parts.ts';
import { closingTag, attributeText, splice, tagsOf, type Edit, type Tag, decodeXmlText } from './xml-tags.ts';
import type { ZipPackage } from './zip-package.ts';

/** Custom document property with the runs that the workbook contains; other programs keep it. */
const PROPERTY = 'Pennyrow runs';
/** Only runs around a lost answer are ever looked up. */
const RUNS_KEPT = 20;
/** Excel truncates longer text properties, so the runs use several. */
const MAX_PROPERTY_TEXT = 255;

export async function readMarkers(pkg: ZipPackage): Promise<readonly string[]> {
  const part = await customPart(pkg);
  return part === null ? [] : markersIn(await readTextPart(pkg, part, new Map()));
}

export async function addMarker(pkg: ZipPackage, runId: string, changes: TextParts): Promise<void> {
  const part = await customPart(pkg);
  if (part !== null) {
    const text = await readTextPart(pkg, part, changes);
    changes.set(part, withRuns(text, [...markersIn(text), runId]));
    return;
  }
  await addPart(
    pkg,
    {
      name: 'docProps/custom.xml',
      text: withRuns(NO_PROPERTIES, [runId]),
      contentType: 'application/vnd.openxmlformats-officedocument.custom-properties+xml',
      from: '',
      relationshipType: 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/custom-properties',
      target: 'docProps/custom.xml',
    },
    changes,
  );
}

const VARIANT_TYPES = 'http://schemas.openxmlformats.org/officeDocument/2006/docPropsVTypes';
const NO_PROPERTIES =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
  '<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/custom-properties"' +
  ` xmlns:vt="${VARIANT_TYPES}"></Properties>`;
const FORMAT_ID = '{D5CDD505-2E9C-101B-9397-08002B2CF9AE}';

async function customPart(pkg: ZipPackage): Promise<string | null> {
  const custom = (await readRelationships(pkg, '')).find(
    ({ kind, target }) => kind === 'custom-properties' && pkg.has(target),
  );
  return custom?.target ?? null;
}

interface Property {
  readonly open: Tag;
  readonly end: number;
  readonly place: number | null;
  readonly text: string;
}

function markersIn(text: string): string[] {
  const ours = propertiesIn(text).filter(({ place }) => place !== null);
  return ours
    .sort((a, b) => Number(a.place) - Number(b.place))
    .flatMap((property) => property.text.split(/\s+/).filter((id) => id !== ''));
}

function propertiesIn(text: string): Property[] {
  const properties: Property[] = [];
  for (const open of tagsOf(text)) {
    if (open.local !== 'property' || open.kind === 'close') continue;
    const close = closingTag(text, open) ?? open;
    const name = attributeText(text, open, 'name') ?? '';
    const inside = close === open ? '' : text.slice(open.end, close.start).replaceAll(/<[^>]*>/g, ' ');
    properties.push({ open, end: close.end, place: placeOf(name), text: decodeXmlText(inside) ?? '' });
  }
  return properties;
}

function placeOf(name: string): number | null {
  const match = /^Pennyrow runs(?: (\d+))?$/.exec(name);
  return match === null ? null : Number(match[1] ?? 1);
}

function withRuns(text: string, runs: readonly string[]): string {
  const properties = propertiesIn(text);
  const removals: Edit[] = properties
    .filter(({ place }) => place !== null)
    .map(({ open, end }) => ({ start: open.start, end, text: '' }));
  const others = properties.filter(({ place }) => place === null);
  const used = others.map(({ open }) => Number(attributeText(text, open, 'pid')));
  const first = Math.max(1, ...used.filter(Number.isFinite)) + 1;
  const added = chunks(runs.slice(-RUNS_KEPT)).map(
    (chunk, index) => (prefix: string) =>
      `<${prefix}property fmtid="${FORMAT_ID}" pid="${first + index}" name="${PROPERTY}${index === 0 ? '' : ` ${index + 1}`}">` +
      `<vt:lpwstr xmlns:vt="${VARIANT_TYPES}">${chunk}</vt:lpwstr></${prefix}property>`,
  );
  const rest = splice(text, removals);
  return withChild(rest, 'Properties', (prefix) => added.map((property) => property(prefix)).join(''));
}

function chunks(ids: readonly string[]): readonly string[] {
  const texts: string[] = [];
  for (const id of ids) {
    const last = texts.at(-1);
    if (last !== undefined && last.length + 1 + id.length <= MAX_PROPERTY_TEXT)
      texts[texts.length - 1] = `${last} ${id}`;
    else texts.push(id);
  }
  return texts;
}
