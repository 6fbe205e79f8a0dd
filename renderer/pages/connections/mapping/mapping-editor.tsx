import { Button, Group, NativeSelect, Stack, Table, Text, Title } from '@mantine/core';
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type {
  CsvAnswers,
  CsvInspection,
  CsvMapping,
  StatementInspection,
} from '../../../../src/contract/control/statements.ts';
import { useStoredState } from '../../../base/stored-state.ts';
import { useFormat, useTexts } from '../../../base/words.tsx';
import { useCarrier } from '../../../base/control/control-context.tsx';
import { ControlFailure } from '../../../base/control/failure.ts';
import { useAction } from '../../../base/control/use-control.ts';
import { ErrorState, LoadingState } from '../../../parts/layout.tsx';
import { FileFacts, MoneyAndDays } from './reading-choices.tsx';
import { answersOf, mergeRemembered } from './remembered-mapping.ts';
import { type Role, ROLES, rolesOf, withRole } from './roles.ts';
import { Muted } from '../../../parts/links.tsx';
import classes from '../connections.module.css';

interface Editor {
  readonly accountId: string;
  readonly file: { readonly name: string; readonly path: string };
  readonly remembered: CsvMapping | null;
  readonly storageName?: string | null;
  readonly saved: () => void;
  readonly cancel: () => void;
}

export function MappingEditor({ accountId, file, remembered, storageName = null, saved, cancel }: Editor) {
  const text = useTexts().connectionsMapping;
  const [initial] = useState<CsvAnswers>(() => (remembered === null ? {} : answersOf(remembered)));
  const [answers, setAnswers] = useStoredState(storageName, initial);
  const { data, error, isPlaceholderData, refetch } = useInspection(accountId, file.path, answers);
  const save = useAction('csvMapping.save');
  const place = useRef<HTMLHeadingElement>(null);
  useEffect(() => place.current?.focus(), []);
  const csv = data?.csv ?? null;
  const isReadable = csv?.mapping != null && data?.problem === null && !isPlaceholderData;
  const finish = (): void => {
    if (csv?.mapping == null) return;
    const mapping = remembered === null ? csv.mapping : mergeRemembered(remembered, csv.mapping, initial, answers);
    save.mutate({ accountId, fingerprint: csv.fingerprint, mapping }, { onSuccess: saved });
  };
  const answer = (news: CsvAnswers): void => setAnswers((before) => ({ ...before, ...news }));
  return (
    <Stack gap="md" component="section" aria-label={text.title({ name: file.name })}>
      <div>
        <Title order={3} ref={place} tabIndex={-1} style={{ overflowWrap: 'anywhere' }}>
          {text.title({ name: file.name })}
        </Title>
        <Text size="sm">{text.about}</Text>
      </div>
      {data === undefined && <LoadingState height={320} failure={error} retry={refetch} />}
      {csv !== null && (
        <>
          <ColumnTable
            csv={csv}
            roles={rolesOf(csv, answers)}
            choose={(column, role) => setAnswers(withRole(csv, answers, column, role))}
          />
          <MoneyAndDays csv={csv} answers={answers} answer={answer} />
          <FileFacts answers={answers} csv={csv} answer={answer} />
        </>
      )}
      {data?.problem != null && data.problem.code !== 'statement_csv_unclear' && (
        <ErrorState failure={new ControlFailure(data.problem)} />
      )}
      {csv !== null && <ReadRows csv={csv} />}
      {save.error !== null && <ErrorState failure={save.error} />}
      <Group gap="sm">
        <Button onClick={finish} disabled={!isReadable} loading={save.isPending}>
          {text.save}
        </Button>
        <Button variant="default" onClick={cancel}>
          {text.cancel}
        </Button>
        <Muted>{text.saveAbout}</Muted>
      </Group>
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
  const text = useTexts().connectionsMapping;
  const { columns, lines } = csv;
  const [first, ...rest] = lines;
  const hasTitles =
    first !== undefined &&
    columns.every(
      ({ title }, place) =>
        title === (first.cells[place] ?? '').trim().replaceAll(/\s+/g, ' ') || (first.cells[place] ?? '').trim() === '',
    );
  const shown = (hasTitles ? rest : lines).slice(0, LINES);
  const half = roles.includes('out') === roles.includes('in') ? null : roles.includes('out') ? 'out' : 'in';
  return (
    <div>
      <Text fw={600} size="sm" mb={4}>
        {text.fileBegins}
      </Text>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable content must be reachable by keyboard. */}
      <div className={classes['scroll']} tabIndex={0} role="region" aria-label={text.fileBegins}>
        <Table withTableBorder withColumnBorders>
          <Table.Thead>
            <Table.Tr>
              {columns.map(({ title }, place) => (
                <Table.Th
                  // oxlint-disable-next-line react/no-array-index-key -- columns are identified by position; titles may repeat.
                  key={place}
                  className={classes['head'] ?? ''}
                  data-used={roles[place] !== 'none' || undefined}
                >
                  <NativeSelect
                    size="xs"
                    aria-label={text.roleOf({ column: title })}
                    value={roles[place] ?? 'none'}
                    onChange={({ currentTarget }) => choose(place, currentTarget.value as Role)}
                    data={ROLES.map((role) => ({ value: role, label: text.role[role] }))}
                  />
                  <span className={classes['title']}>{text.columnTitle({ title })}</span>
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.map(({ line, cells }) => (
              <Table.Tr key={line}>
                {columns.map((_, place) => (
                  <Table.Td
                    // oxlint-disable-next-line react/no-array-index-key -- see above.
                    key={place}
                    className={classes['cell'] ?? ''}
                    data-used={roles[place] !== 'none' || undefined}
                  >
                    {cells[place]}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
      <Text size="sm" mt={4} aria-live="polite">
        {half !== null && text.needBoth[half]}
      </Text>
    </div>
  );
}

function ReadRows({ csv: { read, transactions } }: { readonly csv: CsvInspection }) {
  const text = useTexts().connectionsMapping;
  const format = useFormat();
  return (
    <div>
      <Text fw={600} size="sm">
        {text.wouldRead}
      </Text>
      <Muted mb={4} aria-live="polite">
        {read.length === 0
          ? text.notYet
          : text.first({ shown: format.number(read.length), total: format.number(transactions) })}
      </Muted>
      {read.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable content must be reachable by keyboard.
        <div className={classes['scroll']} tabIndex={0} role="region" aria-label={text.wouldRead}>
          <Table aria-label={text.wouldRead}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{text.line}</Table.Th>
                <Table.Th>{text.day}</Table.Th>
                <Table.Th className={classes['amount'] ?? ''}>{text.money}</Table.Th>
                <Table.Th>{text.description}</Table.Th>
                <Table.Th>{text.account}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {read.map(({ line, date, amount, currency, description, account, status }) => (
                <Table.Tr key={line}>
                  <Table.Td>{format.number(line)}</Table.Td>
                  <Table.Td className={classes['amount'] ?? ''} style={{ textAlign: 'start' }}>
                    {format.day(date)}
                  </Table.Td>
                  <Table.Td className={classes['amount'] ?? ''}>{format.money(amount, currency)}</Table.Td>
                  <Table.Td className={classes['description'] ?? ''}>
                    {description}
                    {status === 'pending' && ` (${text.pending})`}
                  </Table.Td>
                  <Table.Td>{account}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
    </div>
  );
}

function useInspection(
  accountId: string,
  path: string,
  answers: CsvAnswers,
): UseQueryResult<StatementInspection, ControlFailure> {
  const carrier = useCarrier();
  return useQuery<StatementInspection, ControlFailure>({
    queryKey: ['inspection', accountId, path, answers],
    queryFn: ({ signal }) =>
      carrier.call('statement.inspect', { accountId, path, answers }, signal) as Promise<StatementInspection>,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
}
