import type { SheetColumn } from '../../../src/contract/columns.ts';
import { Alert, Button, Table, Text } from '@mantine/core';
import { useState } from 'react';
import type { WorkbookView } from '../../../src/contract/control/workbook.ts';
import { Card } from '../../parts/card.tsx';
import { useTexts } from '../../words/words.tsx';
import { SetColumns } from './mapping/set-columns.tsx';
import { NEEDS_MAPPING } from './needs-mapping.ts';
import classes from './workbook.module.css';

/** How the sheet's columns are used, and the way to change that. */
export function Columns({
  accountId,
  workbook: { columns, problem },
}: {
  readonly accountId: string;
  readonly workbook: WorkbookView;
}) {
  const text = useTexts().workbook;
  const mappingText = useTexts().workbookMapping;
  const columnText = useTexts().column;
  const [isEditing, setEditing] = useState(false);
  const [isSaved, setSaved] = useState(false);
  // What is lost is put right above; a workbook that cannot be read has nothing to choose from.
  const canEdit = problem === null && !isEditing;
  const edit = (): void => {
    setSaved(false);
    setEditing(true);
  };
  return (
    <Card
      title={text.columns}
      actions={
        canEdit && (
          <Button variant="default" size="xs" onClick={edit}>
            {text.edit}
          </Button>
        )
      }
    >
      <Text size="sm" c="dimmed" mb="sm">
        {text.columnsAbout}
      </Text>
      {isSaved && (
        <Alert role="status" mb="sm">
          {mappingText.saved}
        </Alert>
      )}
      {isEditing && (problem === null || !NEEDS_MAPPING.has(problem.code)) ? (
        <SetColumns
          accountId={accountId}
          done={(wasSaved) => {
            setEditing(false);
            setSaved(wasSaved);
          }}
        />
      ) : columns.length === 0 ? (
        <Text size="sm">{text.noColumns}</Text>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard.
        <div className={classes['scroll']} tabIndex={0} role="region" aria-label={text.columnsTable}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{text.letter}</Table.Th>
                <Table.Th>{text.header}</Table.Th>
                <Table.Th>{text.usedAs}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {columns.map(({ column, header, letter }) => (
                <Table.Tr key={column}>
                  <Table.Td>{letter}</Table.Td>
                  <Table.Td>{header}</Table.Td>
                  <Table.Td>{columnText[column as SheetColumn]}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
    </Card>
  );
}
