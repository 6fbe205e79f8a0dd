import { Text } from '@mantine/core';
import type { PreviewLine } from '../../../src/contract/control/runs.ts';
import { useFormat, useWords } from '../../words/words.tsx';
import classes from './preview.module.css';
import { words } from './words.ts';

/** One bank transaction and what would become of it. In a narrow window the columns that are left out stand below the description. */
export function Line({ line: { what, date, description, amount, currency, account, status, category, ruleRow, possibleDuplicateOf, changes } }: { readonly line: PreviewLine }) {
  const text = useWords(words);
  const format = useFormat();
  const facts = [account, status === 'pending' ? text.pending : ''].filter((fact) => fact !== '').join(' · ');
  const given = ruleRow === null ? category : `${category} (${text.rule(format.number(ruleRow))})`;
  const notes = [...changes, ...(possibleDuplicateOf.length === 0 ? [] : [text.twice(format.list(possibleDuplicateOf.map((row) => format.number(row))))])];
  return (
    <tr>
      <td className={classes['day']}>{format.day(date)}</td>
      <td>
        {description}
        <Text span size="xs" c="dimmed" display="block">
          {facts}
        </Text>
        <Text span size="xs" c="dimmed" className={classes['narrow'] ?? ''}>
          {[text.what[what], given].filter((fact) => fact !== '').join(' · ')}
        </Text>
        {notes.map((note) => (
          <Text key={note} span size="xs" display="block">
            {note}
          </Text>
        ))}
      </td>
      <td className={classes['wide']}>{given}</td>
      <td className={classes['wide']}>{text.what[what]}</td>
      <td className={classes['amount']}>{format.money(amount, currency)}</td>
    </tr>
  );
}
