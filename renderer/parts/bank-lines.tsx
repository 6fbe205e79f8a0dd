import { Box, Checkbox, Group, NativeSelect, Text, UnstyledButton } from '@mantine/core';
import {
  type Icon,
  IconArrowBackUp,
  IconArrowsJoin,
  IconBulb,
  IconCheck,
  IconChecks,
  IconChevronDown,
  IconCloudOff,
  IconCopy,
  IconPencil,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { type KeptPreview, PREVIEW_PAGE } from '../../src/contract/control/previews.ts';
import type { PreviewLine } from '../../src/contract/control/runs.ts';
import { capitalized } from '../../src/messages/shared-words.ts';
import type { Texts } from '../base/texts.ts';
import { useTexts } from '../base/words.tsx';
import { useAnswer } from '../base/control/use-control.tsx';
import { CategoryList } from './category-list.tsx';
import { ChooseCategory } from './line-category.tsx';
import { RowsTable, Small, useChangeInWords } from './rows-table.tsx';
import { ErrorState } from './layout.tsx';
import { Button } from './links.tsx';
import { RuleLink } from './rule-link.tsx';
import { type Decisions, SameRows } from './same-rows.tsx';
import classes from './bank-lines.module.css';
import { Pager } from './pager.tsx';

/** Horizontal padding of buttons in pixels, so that two German ones fit beside each other on a phone. */
export const BESIDE_ANOTHER = { base: 10, sm: 18 };

interface BankLinesProps {
  readonly preview: KeptPreview;
  readonly decisions: Decisions;
  readonly retry: () => unknown;
  /** True to list the lines only on request. */
  readonly isSummary?: boolean;
  /** The buttons, with their errors. */
  readonly children: ReactNode;
}

/** Shows questions, then lines. Transactions that have a row are hidden at first. `retry` requests a new preview. */
export function BankLines({ preview, decisions, retry, isSummary = false, children }: BankLinesProps) {
  const texts = useTexts();
  const { bankLines: text, column: columns, overview, parts, print, transactions, format } = texts;
  const { previewId, kinds, accounts, takesCategories } = preview;
  const [isClosed, setClosed] = useState(isSummary);
  const [only, setOnly] = useState<Kind | null>(
    isSummary && kinds.every(({ kind }) => kind === 'known') ? 'known' : null,
  );
  const [page, setPage] = useState(1);
  // The service lists transactions that have a row last, so hiding them does not move other lines to another page.
  const isShown = (kind: Kind): boolean => !isClosed && (only === null ? kind !== 'known' : kind === only);
  const shown = kinds.filter(({ kind }) => isShown(kind));
  const total = shown.reduce((sum, { count }) => sum + count, 0);
  const isMixed = shown.length > 1;
  const isFirst = only === null && page === 1;
  const toggle = (kind: Kind): void => {
    setOnly(isMixed || !isShown(kind) ? kind : null);
    setPage(1);
  };
  const { data, error, isLoading, isPlaceholderData } = useAnswer(
    'preview.lines',
    isFirst || isClosed ? null : { previewId, page, ...(only !== null && { only }) },
    { placeholderData: keepPreviousData, staleTime: Infinity },
  );
  const lines = (isFirst || isLoading ? preview.lines : (data ?? [])).filter(({ what }) => isShown(what));
  const decidable = lines.filter(decisions.mayDecide);
  const dayOf = ({ date }: PreviewLine): string => (/^\d{4}-\d\d-\d\d$/.test(date) ? format.day(date) : date);
  // Suggestions are optional, so a failure to load them is not shown.
  const { data: suggestions = [] } = useAnswer('preview.suggestions', takesCategories ? { previewId } : null, {
    staleTime: Infinity,
  });
  const suggested = new Map(suggestions.map((each) => [each.transactionId, each]));
  const hasCategories = lines.some((line) => line.category !== '' || (takesCategories && decisions.mayDecide(line)));
  const listId = useId();
  const choiceOf = (line: PreviewLine): ReactNode =>
    takesCategories &&
    line.category === '' &&
    decisions.mayDecide(line) &&
    decisions.mayCategorize(line) && (
      <ChooseCategory line={line} suggested={suggested.get(line.transactionId)} decisions={decisions} listId={listId} />
    );
  const categoryOf = (line: PreviewLine): string | false =>
    hasCategories && (line.category || (line.what !== 'deleted' && overview.uncategorized));
  const open = suggestions
    .filter((each) => decisions.mayCategorize(each) && decisions.categoryOf(each) === '')
    .map(({ transactionId, suggestion: { category } }) => ({ transactionId, category }));
  const factsOf = (line: PreviewLine) => [
    isMixed && wordOf(line, decisions, texts),
    dayOf(line),
    accounts > 1 && line.account,
    !choiceOf(line) && categoryOf(line),
  ];
  const includedCount = decidable.filter((line) => !decisions.isOut(line)).length;
  return (
    <>
      <SameRows answers={decisions.same} />
      <Group role="group" aria-label={print.change} gap={isClosed ? 'sm' : 'xs'}>
        {kinds.map(({ kind, count }) => {
          const sign = <Sign key={kind} kind={kind}>{`${format.number(count)} ${outcomeOf(kind, texts)}`}</Sign>;
          return isClosed ? (
            sign
          ) : (
            <UnstyledButton
              key={kind}
              className={classes['kind'] ?? ''}
              aria-pressed={isShown(kind)}
              onClick={() => toggle(kind)}
            >
              {sign}
              <IconChevronDown size={14} color="var(--muted)" aria-hidden />
            </UnstyledButton>
          );
        })}
        {isSummary && kinds.length > 0 && (
          <Button size="xs" variant="default" aria-expanded={!isClosed} onClick={() => setClosed(!isClosed)}>
            {transactions.more}
          </Button>
        )}
      </Group>
      <Group gap="xs" mb="md">
        {children}
        {open.length > 0 && (
          <Button px={BESIDE_ANOTHER} variant="light" icon={IconBulb} onClick={() => decisions.categorize(open)}>
            {transactions.suggestions.acceptAll({ count: open.length })}
          </Button>
        )}
      </Group>
      <ErrorState failure={error} retry={retry} />
      {suggestions.length > 0 && !isClosed && <Text size="sm">{text.suggestions}</Text>}
      <CategoryList id={listId} />
      {total > 0 && (
        <RowsTable
          key={`${only ?? ''} ${page}`}
          rows={lines}
          isBehind={isLoading || (isPlaceholderData && !isFirst)}
          isQuiet={(line) => line.what === 'known' || (decisions.mayDecide(line) && decisions.isOut(line))}
          columns={[
            decidable.length > 0 && {
              head: (
                <Checkbox
                  size="xs"
                  aria-label={transactions.selectAll({ rows: format.number(decidable.length) })}
                  checked={includedCount === decidable.length}
                  indeterminate={includedCount > 0 && includedCount < decidable.length}
                  onChange={() => decisions.setOut(decidable, includedCount === decidable.length)}
                />
              ),
              look: 'tick',
              renderCell: (line) =>
                (decisions.mayDecide(line) || line.what === 'updated') && (
                  <Checkbox
                    size="xs"
                    aria-label={parts.named({
                      label: line.what === 'updated' ? text.toUpdate : text.add,
                      name: `${line.description}, ${format.money(line.amount, line.currency)}`,
                    })}
                    disabled={!decisions.mayDecide(line)}
                    checked={!decisions.isOut(line)}
                    onChange={({ currentTarget }) => decisions.setOut([line], !currentTarget.checked)}
                  />
                ),
            },
            isMixed && {
              head: print.change,
              look: 'kind',
              renderCell: (line) => <Sign kind={line.what}>{wordOf(line, decisions, texts)}</Sign>,
            },
            { head: columns.date, look: 'wide-day', renderCell: dayOf },
            {
              head: columns.description,
              renderCell: (line) => (
                <>
                  {line.status === 'pending' ? `${line.description} (${texts.pending})` : line.description}
                  <Small hiddenFrom="sm">{factsOf(line).filter(Boolean).join(' · ')}</Small>
                  <Box hiddenFrom="sm" py={choiceOf(line) ? 8 : 0}>
                    {choiceOf(line)}
                  </Box>
                  <BankLine line={line} decisions={decisions} />
                </>
              ),
            },
            accounts > 1 && { head: columns.account, look: 'wide', renderCell: ({ account }) => account },
            hasCategories && {
              head: columns.category,
              look: 'wide',
              renderCell: (line) =>
                choiceOf(line) || (
                  <Text inherit {...(line.category === '' && { c: 'var(--warning-ink)' })}>
                    {categoryOf(line)}
                    {line.ruleRow !== null && <RuleLink {...line} ruleRow={line.ruleRow} />}
                  </Text>
                ),
            },
            {
              head: columns.amount,
              look: 'amount',
              renderCell: ({ amount, currency }) => (amount === '' ? '' : format.money(amount, currency)),
            },
          ]}
        />
      )}
      <Pager total={total} size={PREVIEW_PAGE} page={page} turn={setPage} />
    </>
  );
}

function wordOf(line: PreviewLine, decisions: Decisions, texts: Texts): string {
  if (decisions.mayDecide(line) && decisions.isOut(line)) return texts.bankLines.leftOut;
  return decisions.mergedWith(line) === '' ? outcomeOf(line.what, texts) : texts.bankLines.merged;
}

function BankLine({ line, decisions }: { readonly line: PreviewLine; readonly decisions: Decisions }) {
  const { bankLines: text, format } = useTexts();
  const { description, amount, currency, mayMerge } = line;
  return (
    <>
      <Notes line={line} />
      {decisions.mayDecide(line) && !decisions.isOut(line) && mayMerge.length > 0 && (
        <NativeSelect
          size="xs"
          mt={4}
          maw="28rem"
          aria-label={text.isSame({ description, amount: format.money(amount, currency) })}
          value={decisions.mergedWith(line)}
          onChange={({ currentTarget }) => decisions.merge(line, currentTarget.value)}
          data={[
            { value: '', label: text.ownRow },
            ...mayMerge.map(({ rowId, row, date, description: other }) => ({
              value: rowId,
              label: text.sameAs({ row: format.number(row), day: format.day(date), description: other }),
            })),
          ]}
        />
      )}
    </>
  );
}

function Notes({ line: { what, possibleDuplicateOf, cells, kept, currency } }: { readonly line: PreviewLine }) {
  const { bankLines: text, column: columns, run, format } = useTexts();
  const changeInWords = useChangeInWords();
  const rows = format.list(possibleDuplicateOf.map((row) => format.number(row)));
  const notes = [
    what in text.why && text.why[what as keyof typeof text.why],
    possibleDuplicateOf.length > 0 && capitalized(run.twice({ count: possibleDuplicateOf.length, rows })),
    ...cells.map((cell) => changeInWords(cell, currency)),
    kept.length > 0 && run.keeps({ columns: kept.map((column) => columns[column]) }),
  ];
  return notes.map((note) => note !== false && <Small key={note}>{note}</Small>);
}

type Kind = PreviewLine['what'];

function outcomeOf(kind: Kind, { bankLines: text, run }: Texts): string {
  return kind === 'updated' ? text.toUpdate : run.outcome[kind];
}

/** Each kind also has an icon, for users who cannot distinguish the colors. */
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

function Sign({ kind, children }: { readonly kind: Kind; readonly children: string }) {
  const [color, KindIcon] = SIGNS[kind];
  return (
    <Text span size="sm" display="inline-flex" style={{ gap: '0.25rem', alignItems: 'baseline' }}>
      <KindIcon size={16} aria-hidden color={`var(--mantine-color-${color}-text)`} style={SIGN_STYLE} />
      {children}
    </Text>
  );
}
