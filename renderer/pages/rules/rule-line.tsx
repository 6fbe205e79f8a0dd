import { Badge, Group, Text } from '@mantine/core';
import type { ReviewedRule } from '../../../src/contract/control/rules.ts';
import { RowMenu } from '../../parts/row-menu.tsx';
import { ToldText } from '../../problems/told-text.tsx';
import { useFormat, useTexts } from '../../words/words.tsx';
import { RuleWords } from './rule-words.tsx';
import classes from './rules.module.css';

interface LineProps {
  readonly rule: ReviewedRule;
  /** From 0. */
  readonly place: number;
  readonly count: number;
  /** Another change is being written. */
  readonly isHeld: boolean;
  readonly moveTo: (place: number) => void;
  readonly edit: () => void;
  readonly remove: () => void;
}

/** One rule, what it does to the rows that are there, and what can be done to it. */
export function RuleLine({ rule, place, count, isHeld, moveTo, edit, remove }: LineProps) {
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
          { label: text.edit, act: edit, isOff: isHeld },
          ...(place > 0 ? [{ label: text.up, act: () => moveTo(place - 1), isOff: isHeld }] : []),
          ...(place < last ? [{ label: text.down, act: () => moveTo(place + 1), isOff: isHeld }] : []),
          ...(place > 1 ? [{ label: text.toTop, act: () => moveTo(0), isOff: isHeld }] : []),
          ...(place < last - 1 ? [{ label: text.toBottom, act: () => moveTo(last), isOff: isHeld }] : []),
          { label: text.delete, act: remove, removes: true, isOff: isHeld },
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
        <ToldText told={problem} />
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
