import { posix } from 'node:path';
import type { SaxesTagNS } from 'saxes';
import { damaged, notXlsx } from './workbook-errors.ts';
import { attribute, readXml } from './xml.ts';
import type { ZipPackage } from './zip-package.ts';

/** One tab, as the workbook part lists it. */
export interface SheetPart {
  readonly name: string;
  /** The format's own id: it survives a rename and a move. */
  readonly sheetId: string;
  /** Name of its part in the package, such as "xl/worksheets/sheet1.xml". */
  readonly part: string;
  readonly state: 'visible' | 'hidden' | 'veryHidden';
}

/** Names of the workbook's parts, without a leading slash; null for parts that the package lacks. */
export interface WorkbookParts {
  /** The part that lists the sheets and holds the defined names. */
  readonly workbook: string;
  /** In the order of the tabs. */
  readonly sheets: readonly SheetPart[];
  readonly date1904: boolean;
  readonly sharedStrings: string | null;
  readonly styles: string | null;
  readonly calcChain: string | null;
  /** The structure (the list of tabs) is protected; cells are not. */
  readonly isStructureProtected: boolean;
}

/** A relationship of a part to another: its type's last word, so that transitional and strict files read alike. */
export interface Relationship {
  readonly id: string;
  /** "worksheet", "styles", "table" and so on. */
  readonly kind: string;
  /** The part's name in the package; an address when `isExternal`. */
  readonly target: string;
  readonly isExternal: boolean;
}

/** Throws PennyrowError `workbook_not_xlsx` for a package that is something else, `workbook_damaged` for a broken one. */
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
  await readXml(pkg, workbook, {
    open: (tag, depth) => {
      if (depth === 0) root = tag.local;
      if (tag.local === 'workbookPr') date1904 = isTrue(attribute(tag, 'date1904'));
      if (tag.local === 'workbookProtection') isStructureProtected = isTrue(attribute(tag, 'lockStructure'));
      if (tag.local !== 'sheet' || depth !== 2) return;
      const sheet = toSheet(tag, worksheets);
      // Chart sheets and macro sheets have no cells of ours to look at.
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

/** The relationships of `part`, or with '' of the package itself; none when it has no such file. */
export async function readRelationships(pkg: ZipPackage, part: string): Promise<Relationship[]> {
  const name = relationshipsPart(part);
  const found: Relationship[] = [];
  if (!pkg.has(name)) return found;
  await readXml(pkg, name, {
    open: (tag) => {
      if (tag.local !== 'Relationship') return;
      const target = attribute(tag, 'Target') ?? '';
      const isExternal = attribute(tag, 'TargetMode') === 'External';
      found.push({
        id: attribute(tag, 'Id') ?? '',
        kind: (attribute(tag, 'Type') ?? '').split('/').at(-1) ?? '',
        target: isExternal ? target : resolveTarget(part, target),
        isExternal,
      });
    },
  });
  return found;
}

/** Name of the part that holds the relationships of `part`. */
export function relationshipsPart(part: string): string {
  return posix.join(posix.dirname(part), '_rels', `${posix.basename(part)}.rels`);
}

/** Relative targets count from the part's folder, absolute ones from the package's root. */
function resolveTarget(part: string, target: string): string {
  return posix.join('/', target.startsWith('/') ? '' : posix.dirname(part), target).slice(1);
}

function toSheet(tag: SaxesTagNS, worksheets: ReadonlyMap<string, string>): SheetPart | null {
  // The relationship's id is the only attribute called "id" with a namespace, whichever edition that is.
  const relation = Object.values(tag.attributes).find((value) => value.local === 'id' && value.uri !== '')?.value;
  const part = worksheets.get(relation ?? '');
  if (part === undefined) return null;
  const state = attribute(tag, 'state');
  return {
    name: attribute(tag, 'name') ?? '',
    sheetId: attribute(tag, 'sheetId') ?? '',
    part,
    state: state === 'hidden' || state === 'veryHidden' ? state : 'visible',
  };
}

function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true';
}

function kindOfPackage(pkg: ZipPackage, workbook: string | undefined): 'ods' | 'xlsb' | 'zip' {
  if (workbook?.endsWith('.bin') === true) return 'xlsb';
  if (pkg.has('content.xml') && pkg.has('mimetype')) return 'ods';
  return 'zip';
}
