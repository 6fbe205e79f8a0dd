import { Checkbox, NativeSelect, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
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
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type KeptPreview, PREVIEW_PAGE } from '../../src/contract/control/previews.ts';
import type { PreviewLine } from '../../src/contract/control/runs.ts';
import { useFormat, useTexts } from '../base/words.tsx';
import { useCarrier } from '../base/control/control-context.tsx';
import type { ControlFailure } from '../base/control/failure.ts';
import { Pager } from './pager.tsx';
import { Small, useChangeInWords } from './rows-table.tsx';
import { ErrorState } from './states.tsx';
import type { Decisions } from './use-decisions.ts';
import classes from './bank-lines.module.css';
import table from './rows-table.module.css';

/**
 * The outcome of each transaction from a bank or file: counts by kind and a paged table, which lists transactions that
 * are already there only on request. `retry` repeats the preview if the service no longer has it.
 */
export function BankLines({
  preview,
  decisions,
  retry,
  children,
}: {
  readonly preview: KeptPreview;
  readonly decisions: Decisions;
  readonly retry: () => void;
  /** The buttons, between the counts and the table. */
  readonly children: ReactNode;
}) {
  const text = useTexts().bankLines;
  const columns = useTexts().column;
  const [only, setOnly] = useState<Kind | null>(null);
  const [page, setPage] = useState(1);
  const { kinds } = preview;
  // The service lists the known ones last, so the pages of the others stay the same.
  const isShown = (kind: Kind): boolean => (only === null ? kind !== 'known' : kind === only);
  const total = kinds.reduce((sum, { kind, count }) => (isShown(kind) ? sum + count : sum), 0);
  const { data: lines = [], error, isPlaceholderData } = useLines(preview, only, page);
  const choose = (kind: Kind | null): void => {
    setOnly(kind);
    setPage(1);
  };
  return (
    <>
      <KindChoice kinds={kinds} only={only} choose={choose} />
      {children}
      {error !== null && <ErrorState failure={error} retry={retry} />}
      <Text
        component="table"
        size="sm"
        className={table['table'] ?? ''}
        aria-busy={isPlaceholderData}
        hidden={total === 0}
      >
        <thead>
          <tr>
            <th scope="col" className={table['tick']}>
              <VisuallyHidden>{text.add}</VisuallyHidden>
            </th>
            <th scope="col" className={`${table['wide']} ${table['kind']}`}>
              {text.heading}
            </th>
            <th scope="col">{columns.date}</th>
            <th scope="col">{columns.description}</th>
            <th scope="col" className={table['wide']}>
              {columns.category}
            </th>
            <th scope="col" className={table['amount']}>
              {columns.amount}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines
            .filter(({ what }) => isShown(what))
            .map((line, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- a preview never changes, and two lines may be equal.
              <BankLine key={`${only ?? ''} ${page} ${index}`} line={line} decisions={decisions} />
            ))}
        </tbody>
      </Text>
      <Pager total={total} size={PREVIEW_PAGE} page={page} turn={setPage} />
    </>
  );
}

/** The first page is in the preview. Shows the previous page until the next one arrives. */
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

/** Counts of lines by kind; each one toggles a filter. */
function KindChoice({
  kinds,
  only,
  choose,
}: {
  readonly kinds: KeptPreview['kinds'];
  readonly only: Kind | null;
  readonly choose: (kind: Kind | null) => void;
}) {
  const text = useTexts().bankLines;
  const format = useFormat();
  return (
    <div role="group" aria-label={text.show} className={classes['kinds']}>
      {kinds.map(({ kind, count }) => {
        const { color, Sign } = SIGNS[kind];
        return (
          <UnstyledButton
            key={kind}
            className={classes['kind'] ?? ''}
            aria-pressed={only === kind}
            onClick={() => choose(only === kind ? null : kind)}
          >
            <Text span size="xl" fw={600} lh={1.2} data-figures display="block">
              {format.number(count)}
            </Text>
            <Text span size="sm" className={classes['sign'] ?? ''}>
              <Sign size={16} aria-hidden color={`var(--mantine-color-${color}-text)`} />
              {text.what[kind]}
            </Text>
          </UnstyledButton>
        );
      })}
    </div>
  );
}

function BankLine({ line, decisions }: { readonly line: PreviewLine; readonly decisions: Decisions }) {
  const text = useTexts().bankLines;
  const format = useFormat();
  const { what, date, description, amount, currency, account, status, category, ruleRow } = line;
  const { color, Sign } = SIGNS[what];
  const facts = [account, status === 'pending' ? text.pending : ''].filter((fact) => fact !== '').join(' · ');
  const rule = ruleRow === null ? '' : text.rule({ row: format.number(ruleRow) });
  const mayDecide = decisions.mayDecide(line);
  const isOut = mayDecide && decisions.isOut(line);
  const word = isOut ? text.leftOut : decisions.mergedWith(line) === '' ? text.what[what] : text.merged;
  const narrow = [word, category, rule].filter((fact) => fact !== '').join(' · ');
  return (
    <tr data-quiet={what === 'known' || isOut ? true : undefined}>
      <td className={table['tick']}>
        {mayDecide && (
          <Checkbox
            size="xs"
            aria-label={text.addThis({ description, amount: format.money(amount, currency) })}
            checked={!isOut}
            onChange={({ currentTarget }) => decisions.setOut(line, !currentTarget.checked)}
          />
        )}
      </td>
      <td className={`${table['wide']} ${table['kind']}`}>
        <span className={classes['sign']}>
          <Sign size={16} aria-hidden color={`var(--mantine-color-${color}-text)`} />
          {word}
        </span>
      </td>
      <td className={table['day']}>{/^\d{4}-\d\d-\d\d$/.test(date) ? format.day(date) : date}</td>
      <td>
        {description}
        <Small>{facts}</Small>
        <Text span size="xs" c="dimmed" className={table['narrow'] ?? ''}>
          {narrow}
        </Text>
        <Notes line={line} />
        {mayDecide && !isOut && line.mayMerge.length > 0 && (
          <NativeSelect
            size="xs"
            mt={4}
            maw="28rem"
            aria-label={text.isSame({ description, amount: format.money(amount, currency) })}
            value={decisions.mergedWith(line)}
            onChange={({ currentTarget }) => decisions.merge(line, currentTarget.value)}
            data={[
              { value: '', label: text.ownRow },
              ...line.mayMerge.map((row) => ({
                value: row.rowId,
                label: text.sameAs({
                  row: format.number(row.row),
                  day: format.day(row.date),
                  description: row.description,
                }),
              })),
            ]}
          />
        )}
      </td>
      <td className={table['wide']}>
        {category}
        {rule !== '' && <Small>{rule}</Small>}
      </td>
      <td className={table['amount']}>{amount === '' ? '' : format.money(amount, currency)}</td>
    </tr>
  );
}

function Notes({ line: { what, possibleDuplicateOf, cells, kept, currency } }: { readonly line: PreviewLine }) {
  const text = useTexts().bankLines;
  const columns = useTexts().column;
  const format = useFormat();
  const changeInWords = useChangeInWords();
  const rows = format.list(possibleDuplicateOf.map((row) => format.number(row)));
  const notes = [
    ...(what in text.why ? [text.why[what as keyof typeof text.why]] : []),
    ...(possibleDuplicateOf.length === 0 ? [] : [text.twice({ count: possibleDuplicateOf.length, rows })]),
    ...cells.map((cell) => changeInWords(cell, currency)),
    ...(kept.length === 0 ? [] : [text.kept({ columns: format.list(kept.map((column) => columns[column])) })]),
  ];
  return notes.map((note) => <Small key={note}>{note}</Small>);
}

type Kind = PreviewLine['what'];

/** Color is never the only difference. */
const SIGNS: Readonly<Record<Kind, { readonly color: string; readonly Sign: Icon }>> = {
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
