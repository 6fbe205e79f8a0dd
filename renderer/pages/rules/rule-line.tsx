import { ActionIcon, Badge, Group, Text, Tooltip } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPencil, IconTrash, type Icon } from '@tabler/icons-react';
import type { ReviewedRule } from '../../../src/contract/control/rules.ts';
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
  const named = { description: rule.description };
  return (
    <li className={classes['line']}>
      <Text size="sm" c="dimmed" className={classes['number'] ?? ''} data-figures>
        {format.number(place + 1)}
      </Text>
      <div className={classes['what']}>
        <RuleWords rule={rule} />
        <Effect rule={rule} />
      </div>
      <Group gap={4} wrap="nowrap" className={classes['actions'] ?? ''}>
        <Action
          icon={IconArrowUp}
          label={text.up(named)}
          isOff={place === 0}
          isHeld={isHeld}
          act={() => moveTo(place - 1)}
        />
        <Action
          icon={IconArrowDown}
          label={text.down(named)}
          isOff={place === count - 1}
          isHeld={isHeld}
          act={() => moveTo(place + 1)}
        />
        <Action icon={IconPencil} label={text.edit(named)} isHeld={isHeld} act={edit} />
        <Action icon={IconTrash} label={text.deleteNamed(named)} isHeld={isHeld} act={remove} />
      </Group>
    </li>
  );
}

/** A button that cannot be used now keeps the focus. */
function Action({
  icon: Sign,
  label,
  isOff = false,
  isHeld,
  act,
}: {
  readonly icon: Icon;
  readonly label: string;
  readonly isOff?: boolean;
  readonly isHeld: boolean;
  readonly act: () => void;
}) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="default"
        aria-label={label}
        aria-disabled={isOff || isHeld}
        {...(isOff && { 'data-disabled': true })}
        onClick={() => {
          if (!isOff && !isHeld) act();
        }}
      >
        <Sign size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
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
