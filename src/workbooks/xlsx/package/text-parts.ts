import { elementsIn } from '../../../platform/xml/xml-tag.ts';
import { readRelationships, relationshipsPart } from './workbook-parts.ts';
import { HEAD, RELATIONSHIPS, withChild } from './xml-edit.ts';
import type { ZipPackage } from './zip-package.ts';

interface NewPart {
  readonly name: string;
  readonly text: string;
  readonly contentType: string;
  readonly from: string;
  /** "worksheet", "styles", "table" and so on. */
  readonly kind: string;
  readonly target: string;
}

const CONTENT_TYPES = '[Content_Types].xml';
const NO_RELATIONSHIPS = `${HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"></Relationships>`;

/** The small parts of a package as text, with changes that are not written yet. */
export class TextParts {
  readonly changes = new Map<string, string>();
  readonly #pkg: ZipPackage;

  constructor(pkg: ZipPackage) {
    this.#pkg = pkg;
  }

  async read(name: string): Promise<string> {
    return this.changes.get(name) ?? (await this.#pkg.read(name)).toString('utf8');
  }

  async change(name: string, change: (text: string) => string): Promise<void> {
    const text = await this.read(name);
    const changed = change(text);
    if (changed !== text) this.changes.set(name, changed);
  }

  /** Names and texts of the parts of one kind that a part refers to. */
  async related(part: string, kind: string): Promise<readonly { readonly name: string; readonly text: string }[]> {
    const relationships = await readRelationships(this.#pkg, part);
    const related = relationships.filter((to) => to.kind === kind && this.#pkg.has(to.target));
    return Promise.all(related.map(async ({ target }) => ({ name: target, text: await this.read(target) })));
  }

  /** Adds a part with its content type and relationship. Returns the relationship's id. */
  async add({ name, text, contentType, from, kind, target }: NewPart): Promise<string> {
    const rels = relationshipsPart(from);
    const relationships = this.#pkg.has(rels) || this.changes.has(rels) ? await this.read(rels) : NO_RELATIONSHIPS;
    const ids = new Set([...elementsIn(relationships, 'Relationship')].map((tag) => tag.get('Id')));
    let number = 1;
    while (ids.has(`rId${number}`)) number += 1;
    this.changes.set(name, text);
    await this.change(CONTENT_TYPES, (types) =>
      withChild(types, 'Types', (prefix) => `<${prefix}Override PartName="/${name}" ContentType="${contentType}"/>`),
    );
    const relationship = `Id="rId${number}" Type="${RELATIONSHIPS}/${kind}" Target="${target}"`;
    this.changes.set(
      rels,
      withChild(relationships, 'Relationships', (prefix) => `<${prefix}Relationship ${relationship}/>`),
    );
    return `rId${number}`;
  }
}
