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

/** Told by a word and a sign, and by a colour only beside them. */
export const SIGNS: Readonly<Record<Kind, { readonly color: string; readonly Sign: Icon }>> = {
  new: { color: 'teal', Sign: IconPlus },
  'possibly-twice': { color: 'orange', Sign: IconCopy },
  'put-back': { color: 'teal', Sign: IconArrowBackUp },
  updated: { color: 'blue', Sign: IconPencil },
  'left-feed': { color: 'orange', Sign: IconCloudOff },
  deleted: { color: 'gray', Sign: IconTrash },
  'already-there': { color: 'teal', Sign: IconChecks },
  elsewhere: { color: 'gray', Sign: IconArrowsJoin },
  known: { color: 'gray', Sign: IconCheck },
};
