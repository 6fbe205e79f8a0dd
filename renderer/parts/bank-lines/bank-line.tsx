import { Checkbox, NativeSelect, Text } from '@mantine/core';
import type { CellChange, PreviewLine } from '../../../src/contract/control/runs.ts';
import { useFormat, useTexts } from '../../words/words.tsx';
import classes from './bank-lines.module.css';
import { SIGNS } from './kinds.ts';
import type { Decisions } from './use-decisions.ts';

/** One bank transaction and what would become of it. In a narrow window the columns that are left out stand below the description. */
export function BankLine({ line, decisions }: { readonly line: PreviewLine; readonly decisions: Decisions }) {
  const text = useTexts().bankLines;
  const format = useFormat();
  const { what, date, description, amount, currency, account, status, category, ruleRow } = line;
  const { color, Sign } = SIGNS[what];
  const facts = [account, status === 'pending' ? text.pending : ''].filter((fact) => fact !== '').join(' · ');
  const rule = ruleRow === null ? '' : text.rule({ row: format.number(ruleRow) });
  const mayDecide = decisions.mayDecide(line);
  const isOut = mayDecide && decisions.isOut(line);
  const word = isOut ? text.leftOut : decisions.mergedWith(line) === '' ? text.what[what] : text.merged;
  const narrow = [word, category, rule].filter((fact) => fact !== '').join(' · ');
  return (
    <tr data-quiet={what === 'known' || isOut ? true : undefined}>
      <td className={classes['tick']}>
        {mayDecide && (
          <Checkbox
            size="xs"
            aria-label={text.addThis({ description, amount: format.money(amount, currency) })}
            checked={!isOut}
            onChange={({ currentTarget }) => decisions.setOut(line, !currentTarget.checked)}
          />
        )}
      </td>
      <td className={classes['wide']}>
        <span className={classes['sign']}>
          <Sign size={16} aria-hidden color={`var(--mantine-color-${color}-text)`} />
          {word}
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
        {mayDecide && !isOut && line.mayMerge.length > 0 && (
          <NativeSelect
            size="xs"
            mt={4}
            maw="28rem"
            aria-label={text.isSame({ description, amount: format.money(amount, currency) })}
            value={decisions.mergedWith(line)}
            onChange={({ currentTarget }) => decisions.merge(line, currentTarget.value)}
            data={[
              { value: '', label: text.ownRow },
              ...line.mayMerge.map((row) => ({
                value: row.rowId,
                label: text.sameAs({
                  row: format.number(row.row),
                  day: format.day(row.date),
                  description: row.description,
                }),
              })),
            ]}
          />
        )}
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
