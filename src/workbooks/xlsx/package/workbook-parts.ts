import { posix } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type XmlTag, firstElement, elementsIn } from '../../../platform/xml/xml-tag.ts';
import { XmlError, XmlScanner, type XmlVisitor } from '../../../platform/xml/xml-scanner.ts';
import type { WantsBlock } from '../../../platform/zip/zip-blocks.ts';
import { damaged, notXlsx } from './workbook-errors.ts';
import type { ZipPackage, PartSource } from './zip-package.ts';
import { HEAD, RELATIONSHIPS, withChild } from './xml-edit.ts';

export interface SheetPart {
  readonly name: string;
  /** The id in the file, which stays the same if the user renames or moves the sheet. */
  readonly sheetId: string;
  readonly part: string;
}

export type WorkbookParts = Awaited<ReturnType<typeof findParts>>;

/** A relationship of the package. `kind` is the last word of its type, which is equal in transitional and strict files. */
export interface Relationship {
  readonly id: string;
  /** "worksheet", "styles", "table" and so on. */
  readonly kind: string;
  /** A part's name in the package, or a URL if `isExternal`. */
  readonly target: string;
  readonly isExternal: boolean;
}

export async function findParts(pkg: ZipPackage) {
  const workbook = (await readRelationships(pkg, '')).find((to) => to.kind === 'officeDocument')?.target;
  if (workbook === undefined || !workbook.endsWith('.xml')) throw notXlsx(pkg.path, kindOfPackage(pkg, workbook));
  const relationships = await readRelationships(pkg, workbook);
  const partOf = (kind: string) => relationships.find((to) => to.kind === kind && pkg.has(to.target))?.target ?? null;
  const worksheets = new Map(relationships.filter((to) => to.kind === 'worksheet').map((to) => [to.id, to.target]));
  const sheets: SheetPart[] = [];
  let date1904 = false;
  let isStructureProtected = false;
  let root = '';
  await scanPart(pkg, workbook, {
    open: (name, tag, depth) => {
      if (depth === 0) root = name;
      if (name === 'workbookPr') date1904 = isTrue(tag.get('date1904'));
      if (name === 'workbookProtection') isStructureProtected = isTrue(tag.get('lockStructure'));
      if (name !== 'sheet' || depth !== 2) return;
      const sheet = toSheet(tag, worksheets);
      // Skips chart sheets and macro sheets.
      if (sheet !== null) sheets.push(sheet);
    },
  });
  if (root !== 'workbook') throw notXlsx(pkg.path, 'office');
  for (const sheet of sheets) {
    if (!pkg.has(sheet.part)) throw damaged(pkg.path, sheet.name);
  }
  return {
    workbook,
    sheets,
    date1904,
    sharedStrings: partOf('sharedStrings'),
    styles: partOf('styles'),
    calcChain: partOf('calcChain'),
    isStructureProtected,
  };
}

/** `part` is '' for the package itself. */
export async function readRelationships(pkg: ZipPackage, part: string): Promise<Relationship[]> {
  const name = relationshipsPart(part);
  const found: Relationship[] = [];
  if (!pkg.has(name)) return found;
  await scanPart(pkg, name, {
    open: (element, tag) => {
      if (element !== 'Relationship') return;
      const target = tag.get('Target') ?? '';
      const isExternal = tag.get('TargetMode') === 'External';
      // Relative targets are resolved against the part's folder, absolute ones against the package's root.
      const folder = target.startsWith('/') ? '' : posix.dirname(part);
      found.push({
        id: tag.get('Id') ?? '',
        kind: (tag.get('Type') ?? '').split('/').at(-1) ?? '',
        target: isExternal ? target : posix.join('/', folder, target).slice(1),
        isExternal,
      });
    },
  });
  return found;
}

function relationshipsPart(part: string): string {
  return posix.join(posix.dirname(part), '_rels', `${posix.basename(part)}.rels`);
}

function toSheet(tag: XmlTag, worksheets: ReadonlyMap<string, string>): SheetPart | null {
  // The relationship's id is the only attribute "id" with a prefix.
  const relation = [...tag.attributes()].find(([name]) => name.endsWith(':id'))?.[1];
  const part = worksheets.get(relation ?? '');
  return part === undefined ? null : { name: tag.get('name') ?? '', sheetId: tag.get('sheetId') ?? '', part };
}

function isTrue(value: string | null): boolean {
  return value === '1' || value === 'true';
}

function kindOfPackage(pkg: ZipPackage, workbook: string | undefined): 'ods' | 'xlsb' | 'zip' {
  if (workbook?.endsWith('.bin') === true) return 'xlsb';
  if (pkg.has('content.xml') && pkg.has('mimetype')) return 'ods';
  return 'zip';
}

export interface PartVisitor extends XmlVisitor {
  readonly isDone?: boolean;
}

interface ScanOptions {
  readonly signal?: AbortSignal | undefined;
  /** Selects the blocks to read if the part has blocks. The selected blocks together must be well-formed XML. */
  readonly wants?: WantsBlock | undefined;
  /** Also checks XML prefixes, for parts that Pennyrow wrote. */
  readonly checksPrefixes?: boolean;
}

const PIECE_BYTES = 64 * 1024;

/** Parses a part in pieces, so that other tasks can run. Throws PennyrowError `workbook_damaged` and the reason of an aborted signal. */
export async function scanPart(
  pkg: PartSource,
  part: string,
  visitor: PartVisitor,
  { signal, wants, checksPrefixes }: ScanOptions = {},
): Promise<void> {
  const scanner = new XmlScanner(visitor, checksPrefixes);
  try {
    for await (const chunk of pkg.stream(part, wants)) {
      signal?.throwIfAborted();
      for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
        scanner.write(chunk.subarray(at, at + PIECE_BYTES));
        if (visitor.isDone === true) return;
        await nextTurn();
      }
    }
    scanner.close();
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    throw damaged(pkg.path, part, error);
  }
}

/** The range of a table's part, such as "A1:C9". */
export function tableRange(text: string): string | null {
  return firstElement(text, 'table')?.get('ref') ?? null;
}

interface NewPart {
  readonly name: string;
  readonly text: string;
  readonly contentType: string;
  readonly from: string;
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
