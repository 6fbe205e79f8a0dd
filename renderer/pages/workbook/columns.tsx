import { Alert, Button, Table, Text } from '@mantine/core';
import { useState } from 'react';
import type { SheetColumn } from '../../../src/contract/columns.ts';
import type { WorkbookView } from '../../../src/contract/control/workbook.ts';
import { useTexts } from '../../base/words.tsx';
import { useAction, useAnswer } from '../../base/control/use-control.ts';
import { Card } from '../../parts/card.tsx';
import { FollowRun } from '../../parts/follow-run.tsx';
import { ErrorState, LoadingState } from '../../parts/states.tsx';
import { AdditionsChoice } from './mapping/choice-fields.tsx';
import { additionsOf, DEFAULT_ADDITIONS, type Ticked } from './mapping/choice.ts';
import { NEEDS_MAPPING, SetColumns } from './mapping/set-columns.tsx';
import classes from './workbook.module.css';

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
  // A lost column is solved above, and an unreadable workbook has no columns to choose from.
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
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable content must be reachable by keyboard.
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

/** Offers to add missing sheets and columns. */
export function AddMissing({ accountId }: { readonly accountId: string }) {
  const text = useTexts().additions;
  // Loaded on request: it reads the whole sheet, possibly from an online service.
  const [isAsked, setAsked] = useState(false);
  return (
    <Card title={text.title}>
      {isAsked ? (
        <Missing accountId={accountId} />
      ) : (
        <>
          <Text size="sm">{text.lookAbout}</Text>
          <Button variant="default" size="xs" mt="sm" onClick={() => setAsked(true)}>
            {text.look}
          </Button>
        </>
      )}
    </Card>
  );
}

function Missing({ accountId }: { readonly accountId: string }) {
  const text = useTexts().additions;
  const { data: missing, error, refetch } = useAnswer('workbook.missing', { accountId });
  const add = useAction('workbook.addMissing');
  const [ticked, setTicked] = useState<Ticked>(DEFAULT_ADDITIONS);
  if (add.data !== undefined) return <FollowRun runId={add.data.runId} />;
  if (missing === undefined) return <LoadingState height={60} failure={error} retry={refetch} />;
  if (missing.columns.length + missing.sheets.length === 0) return <Text size="sm">{text.nothing}</Text>;
  const additions = additionsOf(missing, ticked);
  return (
    <>
      <AdditionsChoice missing={missing} ticked={ticked} tick={setTicked} />
      {add.error !== null && <ErrorState failure={add.error} />}
      <Button
        variant="default"
        size="xs"
        mt="sm"
        disabled={additions === null}
        loading={add.isPending}
        onClick={() => additions !== null && add.mutate({ accountId, add: additions })}
      >
        {text.add}
      </Button>
    </>
  );
}
