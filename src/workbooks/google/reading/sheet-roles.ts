import { rememberedSheet, type Layout, type SheetRole } from '../../../core/snapshot.ts';
import { SHEET_NAMES, headerKey } from '../../headers.ts';
import { hasRole, type SheetStructure, type Structure } from './structure.ts';

/**
 * The sheet of that role; null when there is none. Google's id of a sheet is the same for as long as it lives, and a
 * copy gets another one. What Pennyrow wrote about a sheet is copied with it, so it counts only where no id is
 * remembered, and there the sheet that also has the name goes first.
 */
export function sheetFor(role: SheetRole, { sheets }: Structure, remembered: Layout | null): SheetStructure | null {
  const grids = sheets.filter(({ isGrid }) => isGrid);
  const memory = rememberedSheet(remembered, role);
  const name = headerKey(memory?.name ?? SHEET_NAMES[role]);
  const isNamed = (sheet: SheetStructure): boolean => headerKey(sheet.title) === name;
  const same = memory?.id == null ? undefined : grids.find(({ sheetId }) => String(sheetId) === memory.id);
  if (same !== undefined || memory !== null) return same ?? grids.find(isNamed) ?? null;
  const ours = grids.filter((sheet) => hasRole(sheet, role));
  return ours.find(isNamed) ?? ours[0] ?? grids.find(isNamed) ?? null;
}
