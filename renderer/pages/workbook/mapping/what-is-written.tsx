import { Table, Text, Title } from '@mantine/core';
import { useFormat, useTexts } from '../../../words/words.tsx';
import classes from '../workbook.module.css';
import { SHEET_COLUMNS, takesApart } from '../../../../src/contract/columns.ts';
import { type Choice, type Line } from './choice.ts';

/** What a sync puts into which column, and what it never touches: all that a person agrees to. */
export function WhatIsWritten({ line, choice: { columns } }: { readonly line: Line; readonly choice: Choice }) {
  const text = useTexts().workbookMapping;
  const format = useFormat();
  const used = SHEET_COLUMNS.flatMap((column) => {
    const cell = line.cells.find(({ position }) => position === columns[column]);
    return cell === undefined ? [] : [{ column, ...cell }];
  }).toSorted((one, other) => one.position - other.position);
  const others = line.cells.filter(({ position }) => used.every((cell) => cell.position !== position));
  return (
    <section>
      <Title order={2} size="sm" mb={4}>
        {text.written}
      </Title>
      <Text size="sm">{text.writtenAbout}</Text>
      {used.length > 0 && (
        <Table className={classes['address'] ?? ''} aria-label={text.written}>
          <Table.Tbody>
            {used.map(({ column, letter, text: header }) => (
              <Table.Tr key={column}>
                <Table.Th scope="row">{`${letter}: ${header}`}</Table.Th>
                <Table.Td>{text.writes[column === 'description' && takesApart(columns) ? 'payee' : column]}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {others.length > 0 && (
        <Text size="sm" mt={4}>
          {text.untouched({ columns: format.list(others.map(({ letter, text: header }) => `${letter}: ${header}`)) })}
        </Text>
      )}
    </section>
  );
}
