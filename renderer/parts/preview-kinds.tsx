import { Text } from '@mantine/core';
import {
  type Icon,
  IconArrowBackUp,
  IconArrowsJoin,
  IconCheck,
  IconChecks,
  IconCloudOff,
  IconCopy,
  IconPencil,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react';
import type { PreviewLine } from '../../src/contract/control/runs.ts';
import type { Texts } from '../base/texts.ts';

export type Kind = PreviewLine['what'];

export function outcomeOf(kind: Kind, { bankLines: text, run }: Texts): string {
  return kind === 'updated' ? text.toUpdate : run.outcome[kind];
}

/** Color is never the only difference. */
const SIGNS: Readonly<Record<Kind, readonly [color: string, Icon]>> = {
  new: ['teal', IconPlus],
  'possibly-twice': ['orange', IconCopy],
  'put-back': ['teal', IconArrowBackUp],
  updated: ['blue', IconPencil],
  'left-feed': ['orange', IconCloudOff],
  deleted: ['gray', IconTrash],
  'already-there': ['teal', IconChecks],
  elsewhere: ['gray', IconArrowsJoin],
  known: ['gray', IconCheck],
};

const SIGN_STYLE = { flex: 'none', alignSelf: 'flex-start', marginTop: '0.15em' };

export function Sign({ kind, children }: { readonly kind: Kind; readonly children: string }) {
  const [color, KindIcon] = SIGNS[kind];
  return (
    <Text span size="sm" display="inline-flex" style={{ gap: '0.25rem', alignItems: 'baseline' }}>
      <KindIcon size={16} aria-hidden color={`var(--mantine-color-${color}-text)`} style={SIGN_STYLE} />
      {children}
    </Text>
  );
}
