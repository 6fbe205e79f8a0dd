import { Button, NativeSelect, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import {
  COLUMNS,
  isRequired,
  SHEET_COLUMNS,
  type SheetColumn,
  hasSeparateNotes,
} from '../../../../src/contract/columns.ts';
import type { Input } from '../../../../src/contract/control/index.ts';
import type { ColumnMapping, HeadersView } from '../../../../src/contract/control/workbook.ts';
import { useTexts } from '../../../base/words.tsx';
import { RowsTable } from '../../../parts/rows-table.tsx';
import { ErrorState, FormActions, LoadingState } from '../../../parts/layout.tsx';
import { AdditionsChoice, ColumnChoice } from './choice-fields.tsx';
import { Muted } from '../../../parts/links.tsx';
import {
  additionsOf,
  type Choice,
  choiceProblem,
  firstProposal,
  isNeeded,
  type Line,
  lineAt,
  mappingOf,
  proposalOf,
  requiredColumns,
  sampleAt,
  useMissing,
  withColumn,
} from './choice.ts';
import { RowFacts } from './recognized.tsx';
import type { Action } from '../../../parts/dialogs.tsx';
import { useAccountAnswer } from '../../../parts/account-context.tsx';

interface MappingEditorProps {
  /** A workbook that is not connected yet: one from a form, or one with unknown columns. By default the account's workbook. */
  readonly of?: { readonly of: NonNullable<Input<'workbook.headers'>['of']> } | { readonly unmapped: true };
  readonly save: (mapping: ColumnMapping) => void;
  readonly action: Action;
  /** Null if the surrounding page already has a button to leave. */
  readonly close: (() => void) | null;
}

export function MappingEditor({ of, ...props }: MappingEditorProps) {
  // Not cached, because the columns in the file may have moved since the last answer.
  const { data, error, refetch, isFetching } = useAccountAnswer('workbook.headers', { ...of }, { gcTime: 0 });
  if (data === undefined) return <LoadingState failure={error} retry={refetch} />;
  return <Editor target={of ?? {}} headers={data} look={() => void refetch()} isLooking={isFetching} {...props} />;
}

interface EditorProps extends Omit<MappingEditorProps, 'of'> {
  readonly target: NonNullable<MappingEditorProps['of']> | object;
  readonly headers: HeadersView;
  readonly look: () => void;
  readonly isLooking: boolean;
}

function Editor({ target, headers, look, isLooking, save, action, close }: EditorProps) {
  const { workbookMapping: text, column: columns, parts: partText, additions: additionsText, format } = useTexts();
  const [choice, setChoice] = useState<Choice>(() => firstProposal(headers));
  const [wasSubmitted, setTried] = useState(false);
  const head = headers.sheets.find(({ name }) => name === choice.sheet);
  const line = lineAt(head, choice.headerRow);
  const { missing: addable, ticked, setTicked, isFirstAsked } = useMissing(target, choice);
  const add = additionsOf(addable, ticked);
  const { sheet, headerRow, columns: chosen } = choice;
  // Only for workbooks from a form: reading all rows at an online service after each choice would use up its quota.
  const { data: recognized } = useAccountAnswer(
    'workbook.recognized',
    headerRow === null || !('of' in target) ? null : { ...target, table: { sheet, headerRow, columns: chosen } },
  );
  const missing = requiredColumns(choice)
    .filter((column) => choiceProblem(column, choice, add) === 'missing')
    .map((column) => columns[column]);
  const addedColumns = COLUMNS.filter((column) => isRequired(column) && add?.columns.includes(column) === true).map(
    (column) => columns[column],
  );
  const toSheet = (name: string): void => {
    const next = headers.sheets.find((sheet) => sheet.name === name);
    if (next !== undefined) setChoice(proposalOf(next));
  };
  const proposed = head === undefined ? {} : head.columns;
  // Does not depend on the chosen column, because the field would otherwise move during the choice.
  const isOffered = (column: SheetColumn): boolean =>
    column === 'category' || isNeeded(column, choice) || proposed[column] !== undefined;
  const choicesOf = (shown: readonly SheetColumn[]) => (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="sm">
      {shown.map((column) => (
        <ColumnChoice
          key={column}
          column={column}
          choice={choice}
          line={line as Line}
          sample={sampleAt(head, choice, choice.columns[column], format)}
          wasSubmitted={wasSubmitted}
          isAdded={add?.columns.some((each) => each === column) === true}
          choose={(place) => setChoice((before) => withColumn(before, column, place))}
        />
      ))}
    </SimpleGrid>
  );
  const submit = (event: React.SubmitEvent): void => {
    event.preventDefault();
    setTried(true);
    const mapping = mappingOf(choice, add);
    if (mapping !== null) save(mapping);
  };
  return (
    <form onSubmit={submit} noValidate aria-label={text.title}>
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
          <NativeSelect
            label={text.sheet}
            value={choice.sheet}
            onChange={({ currentTarget }) => toSheet(currentTarget.value)}
            data={headers.sheets.map(({ name }) => name)}
          />
          <NativeSelect
            label={text.headerRow}
            value={String(choice.headerRow ?? '')}
            onChange={({ currentTarget }) =>
              setChoice({ ...choice, headerRow: Number(currentTarget.value), columns: {}, isInTwo: false })
            }
            data={(head?.lines ?? []).map(({ row, cells }) => ({
              value: String(row),
              label: text.rowOf({
                row: String(row),
                texts: cells
                  .slice(0, 4)
                  .map((cell) => cell.text.slice(0, 20))
                  .join(', '),
              }),
            }))}
          />
        </SimpleGrid>
        {line !== null && (
          <Text size="sm" aria-live="polite">
            {missing.length > 0
              ? text.notFound({ columns: format.list(missing) })
              : addedColumns.length > 0
                ? additionsText.complete({ columns: format.list(addedColumns) })
                : text.complete}{' '}
            {recognized !== undefined && <RowFacts recognized={recognized} />}
          </Text>
        )}
        <Button variant="subtle" size="compact-sm" mr="auto" onClick={look} loading={isLooking}>
          {text.again}
        </Button>
        {line === null ? (
          <Text size="sm">{text.empty}</Text>
        ) : (
          <>
            {choicesOf(requiredColumns(choice).filter(isOffered))}
            <details>
              <summary>{text.more}</summary>
              {choicesOf(requiredColumns(choice).filter((column) => !isOffered(column)))}
              <Muted mt="xs">{text.unnamed}</Muted>
            </details>
            {addable !== undefined && addable.columns.length + addable.sheets.length > 0 && (
              <section>
                <Title order={2} size="sm" mb={4}>
                  {additionsText.title}
                </Title>
                <Text size="sm" mb="xs">
                  {additionsText.about}
                </Text>
                <AdditionsChoice missing={addable} ticked={ticked} tick={setTicked} />
              </section>
            )}
            <WrittenColumns line={line} choice={choice} />
          </>
        )}
        <ErrorState failure={action.error} />
        <FormActions>
          {close !== null && (
            <Button variant="default" onClick={close}>
              {partText.cancel}
            </Button>
          )}
          <Button type="submit" loading={action.isPending || isFirstAsked}>
            {text.save}
          </Button>
        </FormActions>
      </Stack>
    </form>
  );
}

function WrittenColumns({ line, choice: { columns } }: { readonly line: Line; readonly choice: Choice }) {
  const { workbookMapping: text, column, format } = useTexts();
  const used = SHEET_COLUMNS.flatMap((column) => {
    const cell = line.cells.find(({ position }) => position === columns[column]);
    return cell === undefined ? [] : [{ column, ...cell }];
  }).toSorted((one, other) => one.position - other.position);
  const others = line.cells.filter(({ position }) => used.every((cell) => cell.position !== position));
  return (
    <details open>
      <summary>{text.written}</summary>
      <Text size="sm">{text.writtenAbout}</Text>
      {used.length > 0 && (
        <RowsTable
          rows={used}
          columns={[
            { head: column.letter, renderCell: ({ letter, text: header }) => `${letter}: ${header}` },
            {
              head: text.written,
              renderCell: ({ column }) =>
                text.writes[column === 'description' && hasSeparateNotes(columns) ? 'payee' : column],
            },
          ]}
        />
      )}
      {others.length > 0 && (
        <Text size="sm" mt={4}>
          {text.untouched({ columns: format.list(others.map(({ letter, text: header }) => `${letter}: ${header}`)) })}
        </Text>
      )}
    </details>
  );
}
