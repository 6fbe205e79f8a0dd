import { readRelationships, relationshipsPart } from './workbook-parts.ts';
import { elementsIn, firstElement } from '../../../platform/xml/xml-tag.ts';
import { HEAD, withChild } from './xml-edit.ts';
import type { ZipPackage } from './zip-package.ts';

export type TextParts = Map<string, string>;

export async function readTextPart(pkg: ZipPackage, name: string, changes: TextParts): Promise<string> {
  return changes.get(name) ?? (await pkg.read(name)).toString('utf8');
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
  return firstElement(text, 'table')?.get('ref') ?? null;
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
  const ids = new Set([...elementsIn(relationships, 'Relationship')].map((tag) => tag.get('Id')));
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
const NO_RELATIONSHIPS = `${HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"></Relationships>`;
