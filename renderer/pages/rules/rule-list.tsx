import { Anchor, Badge, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import type { ReviewedRule, ShownRuleInput } from '../../../src/contract/control/rules.ts';
import { useFormat, useTexts } from '../../base/words.tsx';
import { Card } from '../../parts/card.tsx';
import { Confirm } from '../../parts/dialog-form.tsx';
import { MessageText } from '../../parts/message-text.tsx';
import { RowMenu } from '../../parts/row-menu.tsx';
import { ErrorState } from '../../parts/states.tsx';
import { useRun } from '../../parts/use-run.ts';
import { RuleDialog } from './rule-dialog.tsx';
import { RuleWords } from './rule-words.tsx';
import classes from './rules.module.css';

export function RuleList({
  accountId,
  rules,
}: {
  readonly accountId: string;
  readonly rules: readonly ReviewedRule[];
}) {
  const text = useTexts().rules;
  const move = useRun('rule.move');
  const remove = useRun('rule.delete');
  const [ruleToRemove, setRuleToRemove] = useState<ShownRuleInput | null>(null);
  // Keeps the dialog's content while it fades out.
  const [isAsking, setAsking] = useState(false);
  const [edited, setEdited] = useState<ShownRuleInput | null>(null);
  const [isEditing, setEditing] = useState(false);
  const moveTo = (from: number, to: number): void => {
    remove.reset();
    move.begin({ accountId, shown: shownAt(rules, from), to: shownAt(rules, to) });
  };
  const finishedRun = move.run ?? remove.run;
  return (
    <Card title={text.list}>
      {move.failure !== null && <ErrorState failure={move.failure} retry={move.reset} />}
      <Text size="sm" c="dimmed">
        {text.order}
      </Text>
      <Group gap="xs" role="status">
        {move.isPending && <Text size="sm">{text.saving}</Text>}
        {finishedRun !== null && !move.isPending && (
          <>
            {finishedRun.messages.slice(0, 1).map((message) => (
              <MessageText key={message.code} message={message} />
            ))}
            <Anchor component={Link} href={`/activity/${finishedRun.id}`} size="sm">
              {text.undoIn}
            </Anchor>
          </>
        )}
      </Group>
      <ol className={classes['list']}>
        {rules.map((rule, place) => (
          <RuleLine
            // Two rules may be equal to the letter.
            // oxlint-disable-next-line react/no-array-index-key
            key={`${rule.description} ${rule.category} ${rule.minAmount} ${rule.maxAmount} ${sameAbove(rules, place)}`}
            rule={rule}
            place={place}
            count={rules.length}
            isBusy={move.isPending}
            moveTo={(to) => moveTo(place, to)}
            edit={() => {
              setEdited(shownAt(rules, place));
              setEditing(true);
            }}
            remove={() => {
              move.reset();
              remove.reset();
              setRuleToRemove(shownAt(rules, place));
              setAsking(true);
            }}
          />
        ))}
      </ol>
      <Confirm
        title={text.deleteTitle({ description: ruleToRemove?.rule.description ?? '' })}
        confirmLabel={text.delete}
        isOpen={isAsking}
        isPending={remove.isPending}
        failure={remove.failure}
        confirm={() =>
          ruleToRemove !== null && remove.begin({ accountId, shown: ruleToRemove }, () => setAsking(false))
        }
        close={() => setAsking(false)}
      >
        {text.deleteWhat}
      </Confirm>
      {edited !== null && (
        <RuleDialog
          accountId={accountId}
          start={edited.rule}
          editing={edited}
          isOpen={isEditing}
          close={() => setEditing(false)}
        />
      )}
    </Card>
  );
}

function shownAt(rules: readonly ReviewedRule[], place: number): ShownRuleInput {
  const { description = '', category = '', minAmount = null, maxAmount = null, account, renameTo } = rules[place] ?? {};
  return { place, rule: { description, category, minAmount, maxAmount, account, renameTo } };
}

/** Counts equal rules above, so that a moved rule keeps its React key and focus. */
function sameAbove(rules: readonly ReviewedRule[], place: number): number {
  const rule = rules[place];
  return rules
    .slice(0, place)
    .filter(({ description, category }) => description === rule?.description && category === rule.category).length;
}

interface LineProps {
  readonly rule: ReviewedRule;
  /** From 0. */
  readonly place: number;
  readonly count: number;
  /** True while another change is being written. */
  readonly isBusy: boolean;
  readonly moveTo: (place: number) => void;
  readonly edit: () => void;
  readonly remove: () => void;
}

function RuleLine({ rule, place, count, isBusy, moveTo, edit, remove }: LineProps) {
  const text = useTexts().rules;
  const format = useFormat();
  const last = count - 1;
  return (
    <li className={classes['line']}>
      <Text size="sm" c="dimmed" className={classes['number'] ?? ''} data-figures>
        {format.number(place + 1)}
      </Text>
      <div className={classes['what']}>
        <RuleWords rule={rule} />
        <Effect rule={rule} />
      </div>
      <RowMenu
        name={rule.description}
        actions={[
          { label: text.edit, act: edit, isDisabled: isBusy },
          ...(place > 0 ? [{ label: text.up, act: () => moveTo(place - 1), isDisabled: isBusy }] : []),
          ...(place < last ? [{ label: text.down, act: () => moveTo(place + 1), isDisabled: isBusy }] : []),
          ...(place > 1 ? [{ label: text.toTop, act: () => moveTo(0), isDisabled: isBusy }] : []),
          ...(place < last - 1 ? [{ label: text.toBottom, act: () => moveTo(last), isDisabled: isBusy }] : []),
          { label: text.delete, act: remove, isDestructive: true, isDisabled: isBusy },
        ]}
      />
    </li>
  );
}

function Effect({ rule: { problem, matches, decides, empty, above, category } }: { readonly rule: ReviewedRule }) {
  const text = useTexts().rules;
  const format = useFormat();
  if (problem !== null)
    return (
      <div className={classes['trouble']}>
        <Badge color="red" variant="light" tt="none">
          {text.broken}
        </Badge>
        <MessageText message={problem} />
      </div>
    );
  const badge =
    matches === 0
      ? { color: 'gray', words: text.noMatch }
      : decides === 0
        ? { color: 'orange', words: text.never }
        : above !== null && above.category !== category
          ? { color: 'yellow', words: text.conflict }
          : null;
  return (
    <Group gap={6} mt={4}>
      {badge !== null && (
        <Badge color={badge.color} variant="light" tt="none">
          {badge.words}
        </Badge>
      )}
      <Text size="sm" c="dimmed">
        {decides > 0 && text.effect({ rows: text.rows({ count: decides }), empty: format.number(empty), count: empty })}{' '}
        {above !== null &&
          (decides === 0 ? text.aboveAll : text.above)({
            rows: format.number(above.takes),
            place: format.number(above.place + 1),
            category: above.category,
          })}
      </Text>
    </Group>
  );
}
