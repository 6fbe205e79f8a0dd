import { Text, VisuallyHidden } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PREVIEW_PAGE, type KeptPreview } from '../../../src/contract/control/previews.ts';
import type { PreviewLine } from '../../../src/contract/control/runs.ts';
import { useCarrier } from '../../control/control-context.tsx';
import type { ControlFailure } from '../../control/failure.ts';
import { useTexts } from '../../words/words.tsx';
import { ErrorState } from '../error-state.tsx';
import { Pager } from '../pager.tsx';
import { BankLine } from './bank-line.tsx';
import classes from './bank-lines.module.css';
import type { Kind } from './kinds.ts';
import type { Decisions } from './use-decisions.ts';
import { KindChoice } from './kind-choice.tsx';

/**
 * What would become of each transaction that a bank sent or a file holds: how many of each kind, and a table of them, a page at a
 * time. `again` makes the preview again, where the service has not kept it.
 */
export function BankLines({
  preview,
  decisions,
  again,
}: {
  readonly preview: KeptPreview;
  readonly decisions: Decisions;
  readonly again: () => void;
}) {
  const text = useTexts().bankLines;
  const columns = useTexts().column;
  const [only, setOnly] = useState<Kind | null>(null);
  const [page, setPage] = useState(1);
  const { kinds } = preview;
  const total = kinds.reduce((sum, { kind, count }) => (only === null || kind === only ? sum + count : sum), 0);
  const { data: lines = [], error, isPlaceholderData } = useLines(preview, only, page);
  const choose = (kind: Kind | null): void => {
    setOnly(kind);
    setPage(1);
  };
  return (
    <>
      <KindChoice kinds={kinds} only={only} choose={choose} />
      {error !== null && <ErrorState failure={error} again={again} />}
      <Text component="table" size="sm" className={classes['table'] ?? ''} aria-busy={isPlaceholderData}>
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
          {lines.map((line, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- what was asked once never changes, and two lines may be alike.
            <BankLine key={`${only ?? ''} ${page} ${index}`} line={line} decisions={decisions} />
          ))}
        </tbody>
      </Text>
      <Pager total={total} size={PREVIEW_PAGE} page={page} turn={setPage} />
    </>
  );
}

/** The first page is there already; the page before stays until the next one is there. */
function useLines({ previewId, lines }: KeptPreview, only: Kind | null, page: number) {
  const carrier = useCarrier();
  const input = { previewId, page, ...(only === null ? {} : { only }) };
  return useQuery<readonly PreviewLine[], ControlFailure>({
    queryKey: ['preview.lines', input],
    queryFn: ({ signal }) =>
      only === null && page === 1
        ? lines
        : (carrier.call('preview.lines', input, signal) as Promise<readonly PreviewLine[]>),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  });
}
