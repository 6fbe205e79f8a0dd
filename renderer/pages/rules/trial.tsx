import { Badge, Stack, Table, Text, Title } from '@mantine/core';
import type { RuleTrial } from '../../../src/contract/control/rules.ts';
import type { ControlFailure } from '../../control/failure.ts';
import { ErrorState } from '../../parts/error-state.tsx';
import { ToldText } from '../../problems/told-text.tsx';
import { useFormat, useTexts } from '../../words/words.tsx';
import classes from './rules.module.css';

interface TrialProps {
  readonly trial: RuleTrial | null;
  readonly failure: ControlFailure | null;
  readonly again: () => void;
  /** What is shown is of what was typed before. */
  readonly isBehind: boolean;
  readonly category: string;
}

/** How many transactions a rule fits, and some of them. */
export function Trial({ trial, failure, again, isBehind, category }: TrialProps) {
  const text = useTexts().rules;
  if (trial === null && failure !== null) return <ErrorState failure={failure} again={again} />;
  return (
    <section className={classes['trial']} aria-busy={isBehind}>
      <Title order={3} size="sm" mb={4}>
        {text.trial}
      </Title>
      <div role="status">{trial === null ? <Text size="sm">{text.trying}</Text> : <Counts trial={trial} />}</div>
      {trial !== null && trial.rows.length > 0 && <TrialRows trial={trial} category={category} />}
    </section>
  );
}

function Counts({ trial: { matches, uncategorised, earlier, problem } }: { readonly trial: RuleTrial }) {
  const text = useTexts().rules;
  const format = useFormat();
  if (problem !== null) return <ToldText told={problem} />;
  if (matches === 0) return <Text size="sm">{text.none}</Text>;
  return (
    <Stack gap={2}>
      <Text size="sm">
        {text.fits({ rows: text.rows({ count: matches }) })}{' '}
        {uncategorised === 0 ? text.emptyNone : text.empty({ rows: format.number(uncategorised) })}
      </Text>
      {earlier !== null && (
        <Text size="sm">
          {text.earlier({
            description: earlier.description,
            category: earlier.category,
            rows: format.number(earlier.takes),
          })}
        </Text>
      )}
    </Stack>
  );
}

/** The first rows that it fits; those that would get the category come first and say so. */
export function TrialRows({
  trial: { rows, matches },
  category,
}: {
  readonly trial: Pick<RuleTrial, 'rows' | 'matches'>;
  readonly category: string;
}) {
  const text = useTexts().rules;
  const format = useFormat();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard.
    <div className={classes['rows']} tabIndex={0} role="region" aria-label={text.table}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{text.date}</Table.Th>
            <Table.Th>{text.text}</Table.Th>
            <Table.Th className={classes['amount']}>{text.amount}</Table.Th>
            <Table.Th>{text.has}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={`${row.id} ${row.row}`}>
              <Table.Td className={classes['date']}>{format.day(row.day)}</Table.Td>
              <Table.Td>{row.description}</Table.Td>
              <Table.Td className={classes['amount']}>{format.money(row.amount, row.currency)}</Table.Td>
              <Table.Td>
                {row.wouldCategorise && category.trim() !== '' ? (
                  <Badge variant="light" tt="none">
                    {text.gets({ category })}
                  </Badge>
                ) : (
                  row.category
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {matches > rows.length && (
        <Text size="sm" c="dimmed" p="xs">
          {text.more({ rows: format.number(matches - rows.length) })}
        </Text>
      )}
    </div>
  );
}
