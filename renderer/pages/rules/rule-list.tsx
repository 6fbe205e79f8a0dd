import { Anchor, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import type { ReviewedRule, ShownRuleInput } from '../../../src/contract/control/rules.ts';
import { Card } from '../../parts/card.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { ErrorState } from '../../parts/error-state.tsx';
import { useRun } from '../../parts/use-run.ts';
import { ToldText } from '../../problems/told-text.tsx';
import { useTexts } from '../../words/words.tsx';
import { RuleDialog } from './rule-dialog.tsx';
import { RuleLine } from './rule-line.tsx';
import classes from './rules.module.css';

/** The rules in the order in which they are tried. */
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
  const [asked, setAsked] = useState<ShownRuleInput | null>(null);
  // What is asked about stays in the dialog while that fades away.
  const [isAsking, setAsking] = useState(false);
  const [edited, setEdited] = useState<ShownRuleInput | null>(null);
  const [isEditing, setEditing] = useState(false);
  const moveTo = (from: number, to: number): void => {
    remove.reset();
    move.begin({ accountId, shown: shownAt(rules, from), to: shownAt(rules, to) });
  };
  const done = move.run ?? remove.run;
  return (
    <Card title={text.list}>
      {move.failure !== null && <ErrorState failure={move.failure} again={move.reset} />}
      <Text size="sm" c="dimmed">
        {text.order}
      </Text>
      <Group gap="xs" role="status">
        {move.isPending && <Text size="sm">{text.saving}</Text>}
        {done !== null && !move.isPending && (
          <>
            {done.messages.slice(0, 1).map((told) => (
              <ToldText key={told.code} told={told} />
            ))}
            <Anchor component={Link} href={`/activity/${done.id}`} size="sm">
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
            isHeld={move.isPending}
            moveTo={(to) => moveTo(place, to)}
            edit={() => {
              setEdited(shownAt(rules, place));
              setEditing(true);
            }}
            remove={() => {
              move.reset();
              remove.reset();
              setAsked(shownAt(rules, place));
              setAsking(true);
            }}
          />
        ))}
      </ol>
      <Confirm
        title={text.deleteTitle({ description: asked?.rule.description ?? '' })}
        yes={text.delete}
        isOpen={isAsking}
        isPending={remove.isPending}
        failure={remove.failure}
        confirm={() => asked !== null && remove.begin({ accountId, shown: asked }, () => setAsking(false))}
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
  const { description = '', category = '', minAmount = null, maxAmount = null } = rules[place] ?? {};
  return { place, rule: { description, category, minAmount, maxAmount } };
}

/** How many rules above say the same: so that a rule that moves keeps its line, and the focus in it. */
function sameAbove(rules: readonly ReviewedRule[], place: number): number {
  const rule = rules[place];
  return rules
    .slice(0, place)
    .filter(({ description, category }) => description === rule?.description && category === rule.category).length;
}
