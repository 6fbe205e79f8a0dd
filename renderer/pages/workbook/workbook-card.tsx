import { Alert, Anchor, Box, Button, NativeSelect, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import type { DisconnectedView, WorkbookView } from '../../../src/contract/control/workbook.ts';
import type { Report } from '../../../src/messages/parameters.ts';
import { capitalized } from '../../../src/messages/shared-words.ts';
import { useTexts } from '../../base/words.tsx';
import { ControlFailure } from '../../base/control/carrier.ts';
import { Card, Facts, ErrorState, LoadingState } from '../../parts/layout.tsx';
import { Confirm } from '../../parts/dialogs.tsx';
import { useWorkbookTexts, useWorkbookKind } from '../../parts/kinds/use-kinds.ts';
import { MessageText } from '../../parts/message-text.tsx';
import type { WorkbookConsent } from './connect/consent-steps.tsx';
import { NEEDS_MAPPING, SetColumns } from './mapping/set-columns.tsx';
import type { SheetColumn } from '../../../src/contract/columns.ts';
import { FollowRun } from '../../parts/follow-run.tsx';
import { RowsTable } from '../../parts/rows-table.tsx';
import { RowMenu } from '../../parts/row-menu.tsx';
import { AdditionsChoice } from './mapping/choice-fields.tsx';
import { additionsOf, DEFAULT_ADDITIONS, type Ticked } from './mapping/choice.ts';
import { Copied, Muted } from '../../parts/links.tsx';
import { useAccountAction, useAccountAnswer } from '../../parts/account-context.tsx';

interface WorkbookCardProps {
  readonly workbook: WorkbookView;
  readonly replace: () => void;
  readonly disconnected: (view: DisconnectedView & { readonly kind: string }) => void;
}

export function WorkbookCard({ workbook, replace, disconnected }: WorkbookCardProps) {
  const { workbook: text, column, parts, format } = useTexts();
  const disconnect = useAccountAction('workbook.disconnect');
  const [isAsking, { open, close }] = useDisclosure();
  const { place, transactions, asOf } = workbook;
  const say = useWorkbookTexts();
  const kind = useWorkbookKind(place.kind);
  const menu = [{ label: text.disconnect, act: open, isDestructive: true }];
  // Uses the promise: disconnecting unmounts this component, so callbacks of `mutate` would not be called.
  const leave = (): void =>
    void disconnect.mutateAsync({}).then(
      (view) => {
        disconnected({ ...view, kind: place.kind });
        close();
      },
      () => undefined,
    );
  return (
    <Card title={text.which} actions={<RowMenu name={text.which} isCollapsed actions={menu} />}>
      <Facts
        facts={[
          [
            kind === null ? place.kind : say(kind.id).name,
            'path' in place ? (
              <Copied key="file" value={place.path} />
            ) : (
              <Anchor key="page" href={place.url} target="_blank" rel="noopener noreferrer" size="sm">
                {place.title}
              </Anchor>
            ),
          ],
          transactions !== null && [column.sheet, transactions.name],
          [text.lastRead, asOf === null ? parts.never : format.moment(asOf)],
          workbook.newRows !== undefined && [text.rowPlace.title, <NewRows key="rows" newRows={workbook.newRows} />],
        ]}
      />
      <Button variant="default" size="xs" mt="md" onClick={replace}>
        {text.another}
      </Button>
      <Confirm
        title={text.disconnectTitle}
        confirmLabel={text.disconnect}
        isOpen={isAsking}
        action={disconnect}
        confirm={leave}
        close={close}
      >
        {kind !== null && say(kind.id).disconnecting}
      </Confirm>
    </Card>
  );
}

function NewRows({ newRows: { place, isChosen } }: { readonly newRows: NonNullable<WorkbookView['newRows']> }) {
  const text = useTexts().workbook.rowPlace;
  const change = useAccountAction('workbook.placeNewRows');
  return (
    <NativeSelect
      aria-label={text.title}
      size="xs"
      w="fit-content"
      maw="100%"
      disabled={change.isPending}
      error={change.error?.message}
      value={isChosen ? place : 'sheet'}
      onChange={({ currentTarget: { value } }) =>
        change.mutate({ place: value === 'top' || value === 'end' ? value : null })
      }
      data={[
        { value: 'sheet', label: capitalized(text.sheet({ place: isChosen ? null : place })) },
        { value: 'top', label: capitalized(text.top) },
        { value: 'end', label: capitalized(text.end) },
      ]}
    />
  );
}

interface TroubleProps {
  readonly workbook: WorkbookView;
  readonly consent: WorkbookConsent;
  readonly retry: () => unknown;
}

export function Trouble({ workbook: { place, problem }, consent, retry }: TroubleProps) {
  if (!('path' in place) && (place.grantLost || problem?.code === 'workbook_reconnect'))
    return <Reconnect kind={place.kind} consent={consent} />;
  if (problem === null) return null;
  if (NEEDS_MAPPING.has(problem.code)) return <Repair problem={problem} />;
  return <ErrorState failure={new ControlFailure(problem)} retry={retry} />;
}

function Reconnect({ kind: id, consent }: { readonly kind: string; readonly consent: WorkbookConsent }) {
  const { workbook: text, problemPlaces } = useTexts();
  const kind = useWorkbookKind(id);
  const way = kind?.ways.find(({ reconnects }) => reconnects);
  if (kind === null) return null;
  return (
    <Alert
      color="red"
      title={text.grantLost({ provider: kind.provider ?? '' })}
      icon={<IconAlertTriangle aria-hidden />}
    >
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{text.grantLostWhat}</Text>
        <ErrorState failure={consent.failure} />
        {way !== undefined && (
          <Button onClick={() => consent.begin({ kind: id, way: way.id })} disabled={consent.isUnderWay}>
            {problemPlaces.go.reconnect}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}

function Repair({ problem }: { readonly problem: Report }) {
  const { workbook: text, problemPlaces } = useTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <Card title={text.repairTitle}>
      <Stack gap="md" align="stretch">
        <div role="alert">
          <MessageText message={problem} remedy={text.repairWhat} isQuiet />
        </div>
        {isOpen ? (
          <SetColumns done={() => setOpen(false)} />
        ) : (
          <Button style={{ alignSelf: 'flex-start' }} onClick={() => setOpen(true)}>
            {problemPlaces.go.columns}
          </Button>
        )}
      </Stack>
    </Card>
  );
}

export function Columns({ workbook: { columns, problem } }: { readonly workbook: WorkbookView }) {
  const { workbook: text, column: columnText, parts } = useTexts();
  const [isEditing, setEditing] = useState(false);
  // Not offered if there is a problem: the form above replaces a lost column, and an unreadable workbook has no columns.
  const canEdit = problem === null && !isEditing;
  return (
    <Card
      title={parts.columns}
      actions={
        canEdit && (
          <Button
            variant="default"
            size="xs"
            aria-label={parts.named({ label: parts.edit, name: parts.columns })}
            onClick={() => setEditing(true)}
          >
            {parts.edit}
          </Button>
        )
      }
    >
      <Muted mb="sm">{text.columnsAbout}</Muted>
      {isEditing && (problem === null || !NEEDS_MAPPING.has(problem.code)) ? (
        <SetColumns done={() => setEditing(false)} />
      ) : (
        columns.length > 0 && (
          <details open={problem !== null}>
            <summary>{text.showColumns({ count: columns.length })}</summary>
            <Box mt="sm">
              <RowsTable
                label={parts.columns}
                rows={columns}
                columns={[
                  { head: columnText.letter, renderCell: ({ letter }) => letter },
                  { head: columnText.name, renderCell: ({ header }) => header },
                  { head: columnText.usedAs, renderCell: ({ column }) => columnText[column as SheetColumn] },
                ]}
              />
            </Box>
          </details>
        )
      )}
    </Card>
  );
}

export function Missing() {
  const text = useTexts().additions;
  const { data: missing, error, refetch } = useAccountAnswer('workbook.missing');
  const add = useAccountAction('workbook.addMissing');
  const [ticked, setTicked] = useState<Ticked>(DEFAULT_ADDITIONS);
  if (add.data !== undefined) return <FollowRun runId={add.data.runId} />;
  if (missing === undefined) return <LoadingState height={60} failure={error} retry={refetch} />;
  if (missing.columns.length + missing.sheets.length === 0) return <Text size="sm">{text.nothing}</Text>;
  const additions = additionsOf(missing, ticked);
  return (
    <div>
      <AdditionsChoice missing={missing} ticked={ticked} tick={setTicked} />
      <ErrorState failure={add.error} />
      <Button
        variant="default"
        size="xs"
        mt="sm"
        disabled={additions === null}
        loading={add.isPending}
        onClick={() => additions !== null && add.mutate({ add: additions })}
      >
        {text.add}
      </Button>
    </div>
  );
}
