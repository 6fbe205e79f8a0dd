import { readRelationships, relationshipsPart } from './workbook-parts.ts';
import { firstTag, prefixOf, tagsOf, attributeText, type Tag } from './xml-tags.ts';
import type { ZipPackage } from './zip-package.ts';

export type TextParts = Map<string, string>;

export async function readTextPart(pkg: ZipPackage, name: string, changes: TextParts): Promise<string> {
  const changed = changes.get(name);
  return changed ?? (await pkg.read(name)).toString('utf8');
}

/** Names and texts of the parts of one kind that a part refers to. */
export async function relatedParts(
  pkg: ZipPackage,
  part: string,
  kind: string,
  changes: TextParts = new Map(),
): Promise<readonly { readonly name: string; readonly text: string }[]> {
  const related = (await readRelationships(pkg, part)).filter((to) => to.kind === kind && pkg.has(to.target));
  return Promise.all(
    related.map(async ({ target }) => ({ name: target, text: await readTextPart(pkg, target, changes) })),
  );
}

/** The range of a table's part, such as "A1:C9". */
export function tableRange(text: string): string | null {
  const table = firstTag(text, 'table');
  return table === null ? null : attributeText(text, table, 'ref');
}

export interface NewPart {
  readonly name: string;
  readonly text: string;
  readonly contentType: string;
  readonly from: string;
  readonly relationshipType: string;
  readonly target: string;
}

/** Adds a part with its content type and relationship. Returns the relationship's id. */
export async function addPart(pkg: ZipPackage, part: NewPart, changes: TextParts): Promise<string> {
  const types = await readTextPart(pkg, CONTENT_TYPES, changes);
  const rels = relationshipsPart(part.from);
  const relationships = pkg.has(rels) || changes.has(rels) ? await readTextPart(pkg, rels, changes) : NO_RELATIONSHIPS;
  const ids = new Set([...tagsOf(relationships)].map((tag) => attributeText(relationships, tag, 'Id')));
  let number = 1;
  while (ids.has(`rId${number}`)) number += 1;
  changes.set(part.name, part.text);
  changes.set(
    CONTENT_TYPES,
    withChild(
      types,
      'Types',
      (prefix) => `<${prefix}Override PartName="/${part.name}" ContentType="${part.contentType}"/>`,
    ),
  );
  changes.set(
    rels,
    withChild(
      relationships,
      'Relationships',
      (prefix) => `<${prefix}Relationship Id="rId${number}" Type="${part.relationshipType}" Target="${part.target}"/>`,
    ),
  );
  return `rId${number}`;
}

const CONTENT_TYPES = '[Content_Types].xml';
const NO_RELATIONSHIPS =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
  '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"></Relationships>';

/** Appends a child to the first element of this name; returns the text unchanged if there is none. */
export function withChild(text: string, parent: string, child: (prefix: string) => string): string {
  let open: Tag | null = null;
  for (const tag of tagsOf(text)) {
    if (tag.local !== parent) continue;
    const added = child(prefixOf(tag.name));
    if (tag.kind === 'empty') return `${text.slice(0, tag.end - 2)}>${added}</${tag.name}>${text.slice(tag.end)}`;
    if (tag.kind === 'close' && tag.name === open?.name)
      return text.slice(0, tag.start) + added + text.slice(tag.start);
    open ??= tag;
  }
  return text;
}
