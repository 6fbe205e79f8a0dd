import {
  IconArrowBackUp,
  IconArrowsJoin,
  IconCheck,
  IconChecks,
  IconCloudOff,
  IconCopy,
  IconPencil,
  IconPlus,
  IconTrash,
  type Icon,
} from '@tabler/icons-react';
import type { PreviewLine } from '../../../src/contract/control/runs.ts';

export type Kind = PreviewLine['what'];

/** In the order in which people want to know; told by a word and a sign, and by a colour only beside them. */
export const KINDS: readonly { readonly kind: Kind; readonly color: string; readonly Sign: Icon }[] = [
  { kind: 'new', color: 'teal', Sign: IconPlus },
  { kind: 'possibly-twice', color: 'orange', Sign: IconCopy },
  { kind: 'put-back', color: 'teal', Sign: IconArrowBackUp },
  { kind: 'updated', color: 'blue', Sign: IconPencil },
  { kind: 'left-feed', color: 'orange', Sign: IconCloudOff },
  { kind: 'deleted', color: 'gray', Sign: IconTrash },
  { kind: 'already-there', color: 'teal', Sign: IconChecks },
  { kind: 'elsewhere', color: 'gray', Sign: IconArrowsJoin },
  { kind: 'known', color: 'gray', Sign: IconCheck },
];

/** By kind, those that change the sheet first; the newest of each kind first. */
export function inOrder(lines: readonly PreviewLine[]): PreviewLine[] {
  const places = new Map(KINDS.map(({ kind }, place) => [kind, place]));
  const place = ({ what }: PreviewLine): number => places.get(what) ?? KINDS.length;
  return lines.toSorted((a, b) => place(a) - place(b) || (a.date < b.date ? 1 : a.date > b.date ? -1 : 0));
}
