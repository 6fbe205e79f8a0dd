import { Badge, Button, NativeSelect, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import type { PreviewLine } from '../../../../src/contract/control/runs.ts';
import { useFormat, useWords } from '../../../words/words.tsx';
import classes from './import.module.css';
import { words } from './words.ts';

type What = PreviewLine['what'];

const WHATS: readonly What[] = ['new', 'possibly-twice', 'updated', 'known', 'deleted', 'elsewhere'];
const COLORS: Readonly<Record<What, string>> = { new: 'teal', 'possibly-twice': 'orange', updated: 'blue', known: 'gray', deleted: 'gray', elsewhere: 'gray' };
const PAGE = 200;

/** What would become of each transaction; nothing is written yet. */
export function DryRunTable({ lines }: { readonly lines: readonly PreviewLine[] }) {
  const text = useWords(words);
  const format = useFormat();
  const [wanted, setWanted] = useState<What | 'all'>('all');
  const [shown, setShown] = useState(PAGE);
  const counts = new Map(WHATS.map((what) => [what, lines.filter((line) => line.what === what).length]));
  const chosen = wanted === 'all' ? lines : lines.filter(({ what }) => what === wanted);
  const left = chosen.length - shown;
  return (
    <Stack gap="xs">
      <NativeSelect
        label={text.show}
        maw="20rem"
        value={wanted}
        onChange={({ currentTarget }) => {
          setWanted(currentTarget.value as What | 'all');
          setShown(PAGE);
        }}
        data={[
          { value: 'all', label: `${text.all} (${format.number(lines.length)})` },
          ...WHATS.flatMap((what) => ((counts.get(what) ?? 0) === 0 ? [] : [{ value: what, label: `${text.what[what]} (${format.number(counts.get(what) ?? 0)})` }])),
        ]}
      />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard. */}
      <div className={classes['scroll']} tabIndex={0} role="region" aria-label={text.dryRun}>
        <Table stickyHeader>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{text.columns.what}</Table.Th>
              <Table.Th>{text.columns.date}</Table.Th>
              <Table.Th className={classes['amount'] ?? ''}>{text.columns.amount}</Table.Th>
              <Table.Th>{text.columns.description}</Table.Th>
              <Table.Th>{text.columns.account}</Table.Th>
              <Table.Th>{text.columns.category}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {chosen.slice(0, shown).map((line, place) => (
              // oxlint-disable-next-line react/no-array-index-key -- two lines may be the same in everything, and none ever moves.
              <Line key={place} line={line} />
            ))}
          </Table.Tbody>
        </Table>
      </div>
      {left > 0 && (
        <Button variant="default" size="xs" w="fit-content" onClick={() => setShown(shown + PAGE)}>
          {text.more(format.number(Math.min(left, PAGE)))}
        </Button>
      )}
    </Stack>
  );
}

function Line({ line: { what, date, amount, currency, description, account, category, ruleRow, possibleDuplicateOf, changes, status } }: { readonly line: PreviewLine }) {
  const text = useWords(words);
  const format = useFormat();
  const notes = [
    ...(status === 'pending' ? [text.pending] : []),
    ...(possibleDuplicateOf.length > 0 ? [text.looksLike(format.list(possibleDuplicateOf.map((row) => format.number(row))))] : []),
    ...changes,
  ];
  return (
    <Table.Tr>
      <Table.Td>
        <Badge variant="dot" color={COLORS[what]} tt="none">
          {text.what[what]}
        </Badge>
      </Table.Td>
      <Table.Td className={classes['date'] ?? ''}>{format.day(date)}</Table.Td>
      <Table.Td className={classes['amount'] ?? ''}>{format.money(amount, currency)}</Table.Td>
      <Table.Td className={classes['description'] ?? ''}>
        {description}
        {notes.length > 0 && (
          <Text size="xs" c="dimmed">
            {notes.join(' · ')}
          </Text>
        )}
      </Table.Td>
      <Table.Td>{account}</Table.Td>
      <Table.Td>
        {category}
        {ruleRow !== null && (
          <Text size="xs" c="dimmed">
            {text.byRule(format.number(ruleRow))}
          </Text>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
