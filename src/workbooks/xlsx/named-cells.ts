import { joined, shapeOf, type FormulaShape } from '../formula-shape.ts';
import { areaOf } from './cell-reference.ts';
import type { SheetMove } from './grown-formulas.ts';
import { movedName } from './sheet-ranges.ts';
import type { NamedTable } from './stale-cells.ts';
import { readTextPart } from './text-part.ts';
import { readRelationships, type SheetPart } from './workbook-parts.ts';
import { closingTag, attributeText, tagsOf } from './xml-tags.ts';
import { decodeXmlText } from './xml-text.ts';
import type { ZipPackage } from './zip-package.ts';

/** Names that are relative to the cell they stand in are stale always, wherever that is. */
const ANYWHERE = { row: 1, column: 0 };

/**
 * What names refer to before the change and after it, by name in lower case. One that is there for several sheets refers to all
 * that any of them does.
 */
export async function definedNames(
  pkg: ZipPackage,
  workbook: string,
  moves: readonly SheetMove[],
): Promise<ReadonlyMap<string, FormulaShape>> {
  const names = new Map<string, FormulaShape>();
  const text = await readTextPart(pkg, workbook, new Map());
  for (const tag of tagsOf(text)) {
    if (tag.local !== 'definedName' || tag.kind !== 'open') continue;
    const name = attributeText(text, tag, 'name')?.toLowerCase() ?? '';
    const formula = decodeXmlText(text.slice(tag.end, closingTag(text, tag)?.start)) ?? 'INDIRECT()';
    const grown = moves.reduce((whole, { sheet, move }) => movedName(whole, sheet, move), formula);
    const shapes = [
      names.get(name),
      shapeOf(formula, ANYWHERE),
      grown === formula ? undefined : shapeOf(grown, ANYWHERE),
    ];
    names.set(name, shapes.filter((shape) => shape !== undefined).reduce(joined));
  }
  return names;
}

export async function namedTables(
  pkg: ZipPackage,
  sheets: readonly SheetPart[],
): Promise<ReadonlyMap<string, NamedTable>> {
  const tables = new Map<string, NamedTable>();
  for (const { name, part } of sheets) {
    for (const { kind, target } of await readRelationships(pkg, part)) {
      if (kind !== 'table' || !pkg.has(target)) continue;
      const text = await readTextPart(pkg, target, new Map());
      const tag = [...tagsOf(text)].find(({ local }) => local === 'table');
      const area = tag === undefined ? null : areaOf(attributeText(text, tag, 'ref'));
      if (tag === undefined || area === null) continue;
      tables.set(attributeText(text, tag, 'displayName')?.toLowerCase() ?? '', {
        sheet: name.toLowerCase(),
        left: area.left,
        right: area.right,
      });
    }
  }
  return tables;
}
