import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { CsvAnswers, CsvMapping } from '../../../../src/contract/control/statements.ts';
import { ControlFailure } from '../../../control/failure.ts';
import { useAction } from '../../../control/use-control.ts';
import { ErrorState } from '../../../parts/error-state.tsx';
import { LoadingState } from '../../../parts/loading-state.tsx';
import { useKept } from '../../../parts/use-kept.ts';
import { useTexts } from '../../../words/words.tsx';
import { ColumnTable } from './column-table.tsx';
import { FileFacts } from './file-facts.tsx';
import { MoneyAndDays } from './money-and-days.tsx';
import { ReadRows } from './read-rows.tsx';
import { answersOf, keepRemembered } from './remembered-mapping.ts';
import { rolesOf, withRole } from './roles.ts';
import { useInspection } from './use-inspection.ts';

interface Editor {
  readonly accountId: string;
  readonly file: { readonly name: string; readonly path: string };
  /** How files like it are read now; null for a new kind of file. */
  readonly remembered: CsvMapping | null;
  /** What was answered is found again after a reload under this name; see `useKept`. */
  readonly keptAs?: string | null;
  readonly saved: () => void;
  readonly cancel: () => void;
}

/** How a table is read: its columns, its dates and its amounts, with the outcome at once. Nothing is imported by it. */
export function MappingEditor({ accountId, file, remembered, keptAs = null, saved, cancel }: Editor) {
  const text = useTexts().connectionsMapping;
  const [begun] = useState<CsvAnswers>(() => (remembered === null ? {} : answersOf(remembered)));
  const [answers, setAnswers] = useKept(keptAs, begun);
  const { data, error, isPlaceholderData, refetch } = useInspection(accountId, file.path, answers);
  const save = useAction('csvMapping.save');
  const place = useRef<HTMLHeadingElement>(null);
  useEffect(() => place.current?.focus(), []);
  const csv = data?.csv ?? null;
  const isReadable = csv?.mapping != null && data?.problem === null && !isPlaceholderData;
  const finish = (): void => {
    if (csv?.mapping == null) return;
    const mapping = remembered === null ? csv.mapping : keepRemembered(remembered, csv.mapping, begun, answers);
    save.mutate({ accountId, fingerprint: csv.fingerprint, mapping }, { onSuccess: saved });
  };
  const say = (news: CsvAnswers): void => setAnswers((before) => ({ ...before, ...news }));
  return (
    <Stack gap="md" component="section" aria-label={text.title({ name: file.name })}>
      <div>
        <Title order={3} ref={place} tabIndex={-1} style={{ overflowWrap: 'anywhere' }}>
          {text.title({ name: file.name })}
        </Title>
        <Text size="sm">{text.about}</Text>
      </div>
      {data === undefined && <LoadingState height={320} failure={error} again={refetch} />}
      {csv !== null && (
        <>
          <ColumnTable
            csv={csv}
            roles={rolesOf(csv, answers)}
            choose={(column, role) => setAnswers(withRole(csv, answers, column, role))}
          />
          <MoneyAndDays csv={csv} answers={answers} say={say} />
          <FileFacts answers={answers} csv={csv} say={say} />
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
        <Text size="sm" c="dimmed">
          {text.saveAbout}
        </Text>
      </Group>
    </Stack>
  );
}
