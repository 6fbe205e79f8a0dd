import { Table, Text, Title } from '@mantine/core';
import type { HeadView } from '../../../../src/contract/control/workbook.ts';
import { useFormat, useTexts } from '../../../words/words.tsx';
import classes from '../workbook.module.css';
import { SHEET_COLUMNS } from '../../../../src/contract/columns.ts';
import { textAt, type Choice } from './choice.ts';

const ROWS_SHOWN = 5;

/** The first lines below the header, under the columns that are chosen. */
export function MappingPreview({ head, choice }: { readonly head: HeadView | undefined; readonly choice: Choice }) {
  const text = useTexts().workbookMapping;
  const names = useTexts().column;
  const format = useFormat();
  const columns = SHEET_COLUMNS.filter((column) => choice.columns[column] !== undefined);
  const lines = (head?.lines ?? []).filter(({ row }) => row > (choice.headerRow ?? 0)).slice(0, ROWS_SHOWN);
  return (
    <section>
      <Title order={2} size="sm" mb={4}>
        {text.preview}
      </Title>
      {lines.length === 0 || columns.length === 0 ? (
        <Text size="sm">{text.previewNone}</Text>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard.
        <div className={classes['scroll']} tabIndex={0} role="region" aria-label={text.preview}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                {columns.map((column) => (
                  <Table.Th key={column}>{names[column]}</Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {lines.map((line) => (
                <Table.Tr key={line.row}>
                  {columns.map((column) => (
                    <Table.Td key={column}>{textAt(line, choice.columns[column], format)}</Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
    </section>
  );
}
