import { Badge, Card as MantineCard, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconPlus, IconWand, IconGripVertical } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import type { RuleReview, ReviewedRule, ShownRuleInput } from '../../../src/contract/control/rules.ts';
import { capitalized } from '../../../src/messages/shared-words.ts';
import { useTexts } from '../../base/words.tsx';
import { useAccountAnswer } from '../../parts/account-context.tsx';
import { Card, PageTitle, EmptyState, LoadingState, ErrorState } from '../../parts/layout.tsx';
import { PageButton, Button, Muted } from '../../parts/links.tsx';
import { MessageText } from '../../parts/message-text.tsx';
import { useRun, RunResult } from '../../parts/follow-run.tsx';
import { Payees, PayeeTable } from '../transactions/payees.tsx';
import { RuleDialog } from './rule-dialog.tsx';
import { RowMenu } from '../../parts/row-menu.tsx';
import { useIsNarrow } from '../../parts/use-is-narrow.ts';
import { RuleCondition, RuleEffect } from './rule-words.tsx';
import classes from './rules.module.css';

const NOTHING = { description: '', category: '', minAmount: null, maxAmount: null };

export function RulesPage() {
  const { rules: text, workbook: workbookText, pageNames, parts, problemPlaces } = useTexts();
  const [isAdding, setAdding] = useState(false);
  const { data: workbook } = useAccountAnswer('workbook.get');
  const { data: review, error, refetch } = useAccountAnswer('rule.review', workbook == null ? null : {});
  const add = (
    <Button icon={IconPlus} onClick={() => setAdding(true)}>
      {text.add}
    </Button>
  );
  const notes = workbook?.notes.filter(({ sheet, code }) => sheet === 'rules' && code !== 'rule_broken') ?? [];
  return (
    <>
      <PageTitle title={pageNames.rules}>{review !== undefined && review.rules.length > 0 && add}</PageTitle>
      {workbook === null ? (
        <EmptyState action={<PageButton to="/workbook">{problemPlaces.go.chooseWorkbook}</PageButton>}>
          {workbookText.none}
        </EmptyState>
      ) : review === undefined ? (
        <LoadingState height={480} failure={error} retry={refetch} />
      ) : (
        <Stack gap="lg">
          {review.rules.length === 0 ? (
            <Card title={pageNames.rules}>
              <EmptyState action={add}>{text.about}</EmptyState>
            </Card>
          ) : (
            <>
              <ApplyRules review={review} />
              <RuleList rules={review.rules} />
              {review.uncategorised > 0 && (
                <Card title={text.lack({ count: review.uncategorised })} actions={<Payees hasTable />}>
                  <Suspense fallback={<LoadingState height={240} />}>
                    <PayeeTable most={5} close={null} />
                  </Suspense>
                </Card>
              )}
            </>
          )}
          {notes.length > 0 && (
            <Card title={parts.linesToCheck}>
              <Stack component="ul" gap="xs">
                {notes.map((note, place) => (
                  // oxlint-disable-next-line react/no-array-index-key -- two notes may have the same text.
                  <li key={place}>
                    <MessageText message={{ ...note, remedy: null }} />
                  </li>
                ))}
              </Stack>
            </Card>
          )}
        </Stack>
      )}
      <RuleDialog start={NOTHING} editing={null} isOpen={isAdding} close={() => setAdding(false)} />
    </>
  );
}

function ApplyRules({ review: { uncategorised, fillable } }: { readonly review: RuleReview }) {
  const { rules: text, overview, transactions } = useTexts();
  const apply = useRun('rule.apply');
  const count = apply.run === null ? 0 : apply.run.counts.updated - apply.run.counts.kept;
  if (fillable === 0 && apply.run === null) return null;
  return (
    <section aria-label={overview.uncategorized}>
      {fillable > 0 && (
        <Group justify="space-between" gap="sm">
          <Text>
            {text.lack({ count: uncategorised })} {text.fillable({ count: fillable })}
          </Text>
          <Button variant="light" icon={IconWand} loading={apply.isPending} onClick={() => apply.begin({})}>
            {text.applyYes({ rows: transactions.counts({ count: fillable }) })}
          </Button>
        </Group>
      )}
      <RunResult work={apply}>{transactions.categorySet({ count })}</RunResult>
    </section>
  );
}

function RuleList({ rules }: { readonly rules: readonly ReviewedRule[] }) {
  const { rules: text, pageNames, parts } = useTexts();
  const move = useRun('rule.move');
  const remove = useRun('rule.delete');
  const [edited, setEdited] = useState<ShownRuleInput | null>(null);
  const [dragged, setDragged] = useState<number | null>(null);
  const moveTo = (from: number, to: number): void => {
    remove.reset();
    move.begin({ shown: shownAt(rules, from), to: shownAt(rules, to) });
  };
  const isBusy = move.isPending || remove.isPending;
  const finishedWork = move.run === null ? remove : move;
  return (
    <MantineCard component="section" aria-label={pageNames.rules} withBorder padding="lg">
      <ErrorState failure={move.error} retry={move.reset} />
      <ErrorState failure={remove.error} retry={remove.reset} />
      <Muted mb="xs">{text.order({ mayDrag: !useIsNarrow() })}</Muted>
      <Text size="sm" role="status">
        {isBusy && parts.loading}
      </Text>
      {!isBusy && (
        <RunResult work={{ run: finishedWork.run, error: null }}>
          {finishedWork.run?.messages.slice(0, 1).map((message) => (
            <MessageText key={message.code} message={message} />
          ))}
        </RunResult>
      )}
      <ol className={classes['rules']}>
        {rules.map((rule, place) => (
          <RuleLine
            key={keyOf(rules, place)}
            rule={rule}
            place={place}
            count={rules.length}
            isBusy={isBusy}
            moveTo={(to) => moveTo(place, to)}
            edit={() => setEdited(shownAt(rules, place))}
            remove={() => {
              move.reset();
              remove.begin({ shown: shownAt(rules, place) });
            }}
            drag={() => setDragged(place)}
            drop={() => {
              if (dragged !== null && dragged !== place && !move.isPending) moveTo(dragged, place);
              setDragged(null);
            }}
          />
        ))}
      </ol>
      {edited !== null && <RuleDialog start={edited.rule} editing={edited} isOpen close={() => setEdited(null)} />}
    </MantineCard>
  );
}

function shownAt(rules: readonly ReviewedRule[], place: number): ShownRuleInput {
  const { description = '', category = '', minAmount = null, maxAmount = null, account, renameTo } = rules[place] ?? {};
  return { place, rule: { description, category, minAmount, maxAmount, account, renameTo } };
}

/** A moved rule keeps its key, and so the focus. The key has a count, since two rules may be identical. */
function keyOf(rules: readonly ReviewedRule[], place: number): string {
  const textOf = ({ description, category, minAmount, maxAmount }: ReviewedRule): string =>
    JSON.stringify([description, category, minAmount, maxAmount]);
  const [text = '', ...others] = rules
    .slice(0, place + 1)
    .map(textOf)
    .toReversed();
  return `${text} ${others.filter((other) => other === text).length}`;
}

interface LineProps {
  readonly rule: ReviewedRule;
  readonly place: number;
  readonly count: number;
  readonly isBusy: boolean;
  readonly moveTo: (place: number) => void;
  readonly edit: () => void;
  readonly remove: () => void;
  readonly drag: () => void;
  readonly drop: () => void;
}

/** The user moves a rule by dragging it, or with the arrow keys on its number. */
function RuleLine({ rule, place, count, isBusy, moveTo, edit, remove, drag, drop }: LineProps) {
  const { rules: text, parts, transactions, format } = useTexts();
  const last = count - 1;
  const target: Readonly<Record<string, number>> = { ArrowUp: place - 1, ArrowDown: place + 1, Home: 0, End: last };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the button with the number handles keys.
    <li
      className={classes['line']}
      draggable={!isBusy}
      onDragStart={drag}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        drop();
      }}
    >
      <UnstyledButton
        display="flex"
        c="dimmed"
        fz="sm"
        style={{ gap: 'var(--space-1)', alignItems: 'center' }}
        aria-label={text.moveRule({ place: format.number(place + 1), description: rule.description })}
        onKeyDown={(event) => {
          const to = target[event.key];
          if (to === undefined || isBusy) return;
          event.preventDefault();
          if (to !== place && to >= 0 && to <= last) moveTo(to);
        }}
      >
        <IconGripVertical size={14} aria-hidden />
        {format.number(place + 1)}
      </UnstyledButton>
      <Text size="sm" className={classes['condition'] ?? ''}>
        <RuleCondition rule={rule} />
      </Text>
      <Text size="sm" className={classes['effect'] ?? ''}>
        <RuleEffect rule={rule} />
      </Text>
      <Text size="sm" c="dimmed" className={classes['count'] ?? ''}>
        {rule.decides > 0 && transactions.counts({ count: rule.decides })}
      </Text>
      <Notes rule={rule} />
      <RowMenu
        name={rule.description}
        actions={[
          { label: parts.edit, act: edit, isDisabled: isBusy },
          ...(place > 0 ? [{ label: text.up, act: () => moveTo(place - 1), isDisabled: isBusy }] : []),
          ...(place < last ? [{ label: text.down, act: () => moveTo(place + 1), isDisabled: isBusy }] : []),
          { label: text.delete, act: remove, isDestructive: true, isDisabled: isBusy },
        ]}
      />
    </li>
  );
}

function Notes({ rule: { problem, matches, decides, empty, above, category } }: { readonly rule: ReviewedRule }) {
  const { rules: text, format } = useTexts();
  if (problem !== null)
    return (
      <div className={classes['notes']}>
        <Badge color="red" variant="light">
          {text.broken}
        </Badge>
        <MessageText message={problem} />
      </div>
    );
  const badge =
    matches === 0
      ? { color: 'gray', words: capitalized(text.noMatch) }
      : decides === 0
        ? { color: 'orange', words: text.never }
        : above !== null && above.category !== category
          ? { color: 'yellow', words: text.conflict }
          : null;
  if (badge === null && above === null && empty === 0) return null;
  return (
    <Group gap={6} className={classes['notes'] ?? ''}>
      {badge !== null && (
        <Badge color={badge.color} variant="light">
          {badge.words}
        </Badge>
      )}
      <Muted>
        {empty > 0 && text.empty({ count: empty })}{' '}
        {above !== null &&
          text.above({
            rows: format.number(above.takes),
            place: format.number(above.place + 1),
            category: above.category,
          })}
      </Muted>
    </Group>
  );
}
