import { Text, VisuallyHidden } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { PreviewLine } from '../../../src/contract/control/runs.ts';
import { useTexts } from '../../words/words.tsx';
import { Pager } from '../pager.tsx';
import { BankLine } from './bank-line.tsx';
import classes from './bank-lines.module.css';
import { inOrder, type Kind } from './kinds.ts';
import type { Decisions } from './use-decisions.ts';
import { KindChoice } from './kind-choice.tsx';

const PAGE = 100;

/** What would become of each transaction that a bank sent or a file holds: how many of each kind, and a table of them. */
export function BankLines({
  lines,
  decisions,
}: {
  readonly lines: readonly PreviewLine[];
  readonly decisions: Decisions;
}) {
  const text = useTexts().bankLines;
  const columns = useTexts().column;
  const [only, setOnly] = useState<Kind | null>(null);
  const [page, setPage] = useState(1);
  const sorted = useMemo(() => inOrder(lines), [lines]);
  const shown = only === null ? sorted : sorted.filter(({ what }) => what === only);
  const last = Math.max(1, Math.ceil(shown.length / PAGE));
  const place = Math.min(page, last);
  const choose = (kind: Kind | null): void => {
    setOnly(kind);
    setPage(1);
  };
  return (
    <>
      <KindChoice lines={lines} only={only} choose={choose} />
      <Text component="table" size="sm" className={classes['table'] ?? ''}>
        <thead>
          <tr>
            <th scope="col" className={classes['tick']}>
              <VisuallyHidden>{text.add}</VisuallyHidden>
            </th>
            <th scope="col" className={classes['wide']}>
              {text.heading}
            </th>
            <th scope="col">{columns.date}</th>
            <th scope="col">{columns.description}</th>
            <th scope="col" className={classes['wide']}>
              {columns.category}
            </th>
            <th scope="col" className={classes['amount']}>
              {columns.amount}
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.slice((place - 1) * PAGE, place * PAGE).map((line, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- what was asked once never changes, and two lines may be alike.
            <BankLine key={`${only ?? ''} ${place} ${index}`} line={line} decisions={decisions} />
          ))}
        </tbody>
      </Text>
      <Pager total={shown.length} size={PAGE} page={place} turn={setPage} />
    </>
  );
}
