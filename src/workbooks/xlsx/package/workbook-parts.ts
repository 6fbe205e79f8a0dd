import { posix } from 'node:path';
import type { XmlTag } from '../../../platform/xml/xml-tag.ts';
import { scanPart } from './scan-part.ts';
import { damaged, notXlsx } from './workbook-errors.ts';
import type { ZipPackage } from './zip-package.ts';

/** A sheet as the workbook part lists it. */
export interface SheetPart {
  readonly name: string;
  /** The format's own id, which survives renaming and moving. */
  readonly sheetId: string;
  readonly part: string;
  readonly state: 'visible' | 'hidden' | 'veryHidden';
}

export interface WorkbookParts {
  readonly workbook: string;
  readonly sheets: readonly SheetPart[];
  readonly date1904: boolean;
  readonly sharedStrings: string | null;
  readonly styles: string | null;
  readonly calcChain: string | null;
  readonly isStructureProtected: boolean;
}

/** Types are reduced to their last word, which transitional and strict files share. */
export interface Relationship {
  readonly id: string;
  /** "worksheet", "styles", "table" and so on. */
  readonly kind: string;
  /** A part's name in the package, or a URL if `isExternal`. */
  readonly target: string;
  readonly isExternal: boolean;
}

export async function findParts(pkg: ZipPackage): Promise<WorkbookParts> {
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
    if (!pkg.has(sheet.part)) throw damaged(pkg.path, 'sheet', { part: sheet.name });
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
      found.push({
        id: tag.get('Id') ?? '',
        kind: (tag.get('Type') ?? '').split('/').at(-1) ?? '',
        target: isExternal ? target : resolveTarget(part, target),
        isExternal,
      });
    },
  });
  return found;
}

export function relationshipsPart(part: string): string {
  return posix.join(posix.dirname(part), '_rels', `${posix.basename(part)}.rels`);
}

/** Relative targets are resolved against the part's folder, absolute ones against the package's root. */
function resolveTarget(part: string, target: string): string {
  return posix.join('/', target.startsWith('/') ? '' : posix.dirname(part), target).slice(1);
}

function toSheet(tag: XmlTag, worksheets: ReadonlyMap<string, string>): SheetPart | null {
  // The relationship's id is the only attribute "id" with a prefix.
  const relation = [...tag.attributes()].find(([name]) => name.endsWith(':id'))?.[1];
  const part = worksheets.get(relation ?? '');
  if (part === undefined) return null;
  const state = tag.get('state');
  return {
    name: tag.get('name') ?? '',
    sheetId: tag.get('sheetId') ?? '',
    part,
    state: state === 'hidden' || state === 'veryHidden' ? state : 'visible',
  };
}

function isTrue(value: string | null): boolean {
  return value === '1' || value === 'true';
}

function kindOfPackage(pkg: ZipPackage, workbook: string | undefined): 'ods' | 'xlsb' | 'zip' {
  if (workbook?.endsWith('.bin') === true) return 'xlsb';
  if (pkg.has('content.xml') && pkg.has('mimetype')) return 'ods';
  return 'zip';
}
