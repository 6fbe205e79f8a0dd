import { Box, Button, NativeSelect, Stack, Text, Title } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { CsvAnswers, CsvInspection, CsvMapping } from '../../../../src/contract/control/statements.ts';
import { useStoredState } from '../../../base/stored-state.ts';
import { csvSubjects } from '../../../../src/messages/shared-words.ts';
import { useTexts } from '../../../base/words.tsx';
import { ControlFailure } from '../../../base/control/carrier.ts';
import { ErrorState, FormActions, LoadingState } from '../../../parts/layout.tsx';
import { Reading } from './reading-choices.tsx';
import { answersOf, mergeRemembered } from './remembered-mapping.ts';
import { type Role, ROLES, rolesOf, withRole } from './roles.ts';
import { Muted } from '../../../parts/links.tsx';
import { RowsTable, ScrollArea, Small, useAmountColumn } from '../../../parts/rows-table.tsx';
import { useAccountAction, useAccountAnswer } from '../../../parts/account-context.tsx';

interface Editor {
  readonly file: { readonly name: string; readonly path: string };
  readonly remembered: CsvMapping | null;
  readonly storageName?: string | null;
  readonly saved: () => void;
  readonly cancel: () => void;
}

export function MappingEditor({ file, remembered, storageName = null, saved, cancel }: Editor) {
  const { connectionsMapping: text, connectionsImport, sameRows, parts } = useTexts();
  const [initial] = useState<CsvAnswers>(() => (remembered === null ? {} : answersOf(remembered)));
  const [answers, setAnswers] = useStoredState(storageName, initial);
  const { data, error, isPlaceholderData, refetch } = useAccountAnswer(
    'statement.inspect',
    { path: file.path, answers },
    { placeholderData: keepPreviousData, gcTime: 0 },
  );
  const save = useAccountAction('csvMapping.save');
  const place = useRef<HTMLHeadingElement>(null);
  useEffect(() => place.current?.focus(), []);
  const csv = data?.csv ?? null;
  const isAsked = csv !== null && csv.questions.length > 0;
  const isReadable = csv?.mapping != null && data?.problem === null && !isPlaceholderData;
  const finish = (): void => {
    if (csv?.mapping == null) return;
    const mapping = remembered === null ? csv.mapping : mergeRemembered(remembered, csv.mapping, initial, answers);
    save.mutate({ fingerprint: csv.fingerprint, mapping }, { onSuccess: saved });
  };
  const answer = (news: CsvAnswers): void => setAnswers((before) => ({ ...before, ...news }));
  return (
    <Stack gap="md" component="section" aria-label={text.title({ name: file.name })}>
      <div>
        <Title order={3} ref={place} tabIndex={-1} style={{ overflowWrap: 'anywhere' }}>
          {text.title({ name: file.name })}
        </Title>
        <Text size="sm">
          {isAsked && `${connectionsImport.questions({ count: csv.questions.length })} `}
          {text.about}
        </Text>
      </div>
      {data === undefined && <LoadingState height={320} failure={error} retry={refetch} />}
      {csv !== null && (
        <Reading csv={csv} answers={answers} answer={answer} isRemembered={remembered !== null}>
          <ColumnTable
            csv={csv}
            roles={rolesOf(csv, answers)}
            choose={(column, role) => setAnswers(withRole(csv, answers, column, role))}
          />
        </Reading>
      )}
      {data?.problem != null && data.problem.code !== 'statement_csv_unclear' && (
        <ErrorState failure={new ControlFailure(data.problem)} />
      )}
      {csv !== null && csv.read.length > 0 && <ReadRows csv={csv} />}
      <ErrorState failure={save.error} />
      <FormActions>
        <Muted w={{ base: '100%', sm: 'auto' }} ta="end">
          {isAsked && sameRows.open({ count: csv.questions.length })}
        </Muted>
        <Button variant="default" onClick={cancel}>
          {parts.cancel}
        </Button>
        <Button onClick={finish} disabled={!isReadable} loading={save.isPending}>
          {storageName === null ? parts.save : connectionsImport.showPreview}
        </Button>
      </FormActions>
    </Stack>
  );
}

const LINES = 5;

interface ColumnTableProps {
  readonly csv: CsvInspection;
  readonly roles: readonly Role[];
  readonly choose: (column: number, role: Role) => void;
}

function ColumnTable({ csv, roles, choose }: ColumnTableProps) {
  const texts = useTexts();
  const { connectionsMapping: text, csvFile, workbookMapping, format } = texts;
  const subjects = csvSubjects(texts);
  const { columns, lines } = csv;
  const [first, ...rest] = lines;
  const hasTitles =
    first !== undefined &&
    columns.every(({ title }, place) =>
      ['', title].includes((first.cells[place] ?? '').trim().replaceAll(/\s+/g, ' ')),
    );
  const shown = (hasTitles ? rest : lines).slice(0, LINES);
  const details = useRef<HTMLDetailsElement>(null);
  const isRead = csv.read.length > 0;
  const wasRead = useRef(isRead);
  // Once rows can be read, closes the table of the file's first lines, unless the user is working in it.
  useEffect(() => {
    if (isRead && !wasRead.current && !details.current?.contains(document.activeElement))
      details.current?.removeAttribute('open');
    wasRead.current = isRead;
  }, [isRead]);
  const roleInput = (place: number) => (
    <NativeSelect
      size="xs"
      aria-label={text.roleOf({ column: columns[place]?.title ?? '' })}
      value={roles[place] ?? 'none'}
      onChange={({ currentTarget }) => choose(place, currentTarget.value as Role)}
      data={ROLES.map((role) => ({ value: role, label: role === 'none' ? workbookMapping.unused : subjects[role] }))}
    />
  );
  const half = roles.includes('out') === roles.includes('in') ? null : roles.includes('out') ? 'in' : 'out';
  return (
    <details ref={details} open>
      <Box component="summary" fz="sm" fw={600} w="fit-content" mb="xs">
        {text.fileBegins}
      </Box>
      <ScrollArea label={text.fileBegins}>
        <RowsTable
          rows={[...columns.keys()]}
          columns={[
            {
              head: texts.column.letter,
              renderCell: (place) => (
                <>
                  {csvFile.columnTitle({ title: columns[place]?.title ?? '' })}
                  {shown.slice(0, 3).map(({ cells, line }) => (
                    <Small key={line} lineClamp={2} maw="12em" hiddenFrom="sm">
                      {cells[place]}
                    </Small>
                  ))}
                </>
              ),
            },
            { head: texts.column.usedAs, renderCell: roleInput },
            ...shown.map(({ cells, line }) => ({
              head: `${texts.parts.line} ${format.number(line)}`,
              look: 'wide' as const,
              renderCell: (place: number) => (
                <Text inherit lineClamp={2} maw="12em" c={roles[place] === 'none' ? 'dimmed' : ''}>
                  {cells[place]}
                </Text>
              ),
            })),
          ]}
        />
      </ScrollArea>
      <Text size="sm" mt={4} aria-live="polite">
        {half !== null && text.needBoth({ column: subjects[half] })}
      </Text>
    </details>
  );
}

function ReadRows({ csv: { read, transactions } }: { readonly csv: CsvInspection }) {
  const { column, pageNames, parts, pending, format } = useTexts();
  const amount = useAmountColumn<CsvInspection['read'][number]>();
  return (
    <div>
      <Text fw={600} size="sm">
        {pageNames.transactions}
      </Text>
      <Muted mb={4} aria-live="polite">
        {parts.of({ done: read.length, total: transactions })}
      </Muted>
      <ScrollArea label={pageNames.transactions}>
        <RowsTable
          label={pageNames.transactions}
          rows={read}
          columns={[
            { head: parts.line, look: 'wide', renderCell: ({ line }) => format.number(line) },
            { head: column.date, look: 'day', renderCell: ({ date }) => format.day(date) },
            {
              head: column.description,
              renderCell: ({ description, status }) =>
                status === 'pending' ? `${description} (${pending})` : description,
            },
            { head: column.account, look: 'wide', renderCell: ({ account }) => account },
            amount,
          ]}
        />
      </ScrollArea>
    </div>
  );
}
