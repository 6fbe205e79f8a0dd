import { Button, Table, Text } from '@mantine/core';
import { useState } from 'react';
import type { WorkbookView } from '../../../src/contract/control/workbook.ts';
import { Card } from '../../parts/card.tsx';
import { ToldText } from '../../problems/told-text.tsx';
import { useFormat, useTexts } from '../../words/words.tsx';

const SHOWN = 20;

const ROLES = ['transactions', 'categories', 'rules'] as const;

function isRole(sheet: string): sheet is (typeof ROLES)[number] {
  return ROLES.some((role) => role === sheet);
}

/** Lines of the sheets that a person should look at, each with where it stands. */
export function Notes({ workbook: { notes, asOf } }: { readonly workbook: WorkbookView }) {
  const text = useTexts().workbook;
  const format = useFormat();
  const [isWhole, setWhole] = useState(false);
  if (asOf === null) return null;
  return (
    <Card title={text.notes}>
      {notes.length === 0 ? (
        <Text size="sm">{text.noNotes}</Text>
      ) : (
        <Table verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{text.sheet}</Table.Th>
              <Table.Th>{text.row}</Table.Th>
              <Table.Th>{text.what}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {(isWhole ? notes : notes.slice(0, SHOWN)).map(({ sheet, row, ...told }) => (
              <Table.Tr key={`${sheet} ${row} ${told.message}`}>
                <Table.Td>{isRole(sheet) ? text.sheets[sheet] : sheet}</Table.Td>
                <Table.Td>{row === null ? text.wholeSheet : format.number(row)}</Table.Td>
                <Table.Td>
                  <ToldText told={{ ...told, remedy: null }} isQuiet />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {notes.length > SHOWN && !isWhole && (
        <Button variant="subtle" size="xs" mt="sm" onClick={() => setWhole(true)}>
          {text.moreNotes({ count: format.number(notes.length) })}
        </Button>
      )}
    </Card>
  );
}
