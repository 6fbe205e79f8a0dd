import { Text } from '@mantine/core';
import type { CellChange, PreviewLine } from '../../../src/contract/control/runs.ts';
import { useFormat, useTexts } from '../../words/words.tsx';
import classes from './bank-lines.module.css';
import { KINDS } from './kinds.ts';

/** One bank transaction and what would become of it. In a narrow window the columns that are left out stand below the description. */
export function BankLine({ line }: { readonly line: PreviewLine }) {
  const text = useTexts().bankLines;
  const format = useFormat();
  const { what, date, description, amount, currency, account, status, category, ruleRow } = line;
  const { color, Sign } = KINDS.find(({ kind }) => kind === what) ?? { color: 'gray', Sign: null };
  const facts = [account, status === 'pending' ? text.pending : ''].filter((fact) => fact !== '').join(' · ');
  const rule = ruleRow === null ? '' : text.rule({ row: format.number(ruleRow) });
  const narrow = [text.what[what], category, rule].filter((fact) => fact !== '').join(' · ');
  return (
    <tr data-quiet={what === 'known' ? true : undefined}>
      <td className={classes['wide']}>
        <span className={classes['sign']}>
          {Sign !== null && <Sign size={16} aria-hidden color={`var(--mantine-color-${color}-text)`} />}
          {text.what[what]}
        </span>
      </td>
      <td className={classes['day']}>{/^\d{4}-\d\d-\d\d$/.test(date) ? format.day(date) : date}</td>
      <td>
        {description}
        <Small>{facts}</Small>
        <Text span size="xs" c="dimmed" className={classes['narrow'] ?? ''}>
          {narrow}
        </Text>
        <Notes line={line} />
      </td>
      <td className={classes['wide']}>
        {category}
        {rule !== '' && <Small>{rule}</Small>}
      </td>
      <td className={classes['amount']}>{amount === '' ? '' : format.money(amount, currency)}</td>
    </tr>
  );
}

/** Why it is so, where the word alone does not tell. */
function Notes({ line: { what, possibleDuplicateOf, cells, kept, currency } }: { readonly line: PreviewLine }) {
  const text = useTexts().bankLines;
  const columns = useTexts().column;
  const format = useFormat();
  const shown = ({ column }: CellChange, value: string): string =>
    value === ''
      ? text.empty
      : column === 'date'
        ? format.day(value)
        : column === 'amount'
          ? format.money(value, currency)
          : value;
  const rows = format.list(possibleDuplicateOf.map((row) => format.number(row)));
  const notes = [
    ...(what in text.why ? [text.why[what as keyof typeof text.why]] : []),
    ...(possibleDuplicateOf.length === 0 ? [] : [text.twice({ count: possibleDuplicateOf.length, rows })]),
    ...cells.map((cell) =>
      text.change({ column: columns[cell.column], from: shown(cell, cell.from), to: shown(cell, cell.to) }),
    ),
    ...(kept.length === 0 ? [] : [text.kept({ columns: format.list(kept.map((column) => columns[column])) })]),
  ];
  return notes.map((note) => <Small key={note}>{note}</Small>);
}

function Small({ children }: { readonly children: string }) {
  return (
    <Text span size="xs" c="dimmed" display="block">
      {children}
    </Text>
  );
}
