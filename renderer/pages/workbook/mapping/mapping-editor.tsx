import { Button, Group, NativeSelect, SimpleGrid, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { ColumnMapping, HeadersView } from '../../../../src/contract/control/workbook.ts';
import type { ControlFailure } from '../../../control/failure.ts';
import { useAnswer } from '../../../control/use-control.ts';
import { ErrorState } from '../../../parts/error-state.tsx';
import { LoadingState } from '../../../parts/loading-state.tsx';
import { words as partWords } from '../../../parts/words.ts';
import { useWords } from '../../../words/words.tsx';
import { COLUMN_NAMES, firstProposal, flawOf, isRequired, lineAt, mappingOf, proposalOf, type Choice, type ColumnName } from './choice.ts';
import { MappingPreview } from './mapping-preview.tsx';
import { words } from './words.ts';

interface MappingEditorProps {
  readonly accountId: string;
  /** A file that is not connected yet; else the account's workbook is meant. */
  readonly path?: string;
  readonly save: (mapping: ColumnMapping) => void;
  readonly isSaving: boolean;
  readonly failure: ControlFailure | null;
  readonly close: () => void;
}

/** The tops of the sheets, on which a person says which column is which. */
export function MappingEditor({ accountId, path, ...props }: MappingEditorProps) {
  const { data: headers, error, refetch, isFetching } = useAnswer('workbook.headers', path === undefined ? { accountId } : { accountId, path });
  if (headers === undefined) return error === null ? <LoadingState /> : <ErrorState failure={error} again={() => void refetch()} />;
  return <Editor headers={headers} look={() => void refetch()} isLooking={isFetching} {...props} />;
}

interface EditorProps extends Omit<MappingEditorProps, 'accountId' | 'path'> {
  readonly headers: HeadersView;
  readonly look: () => void;
  readonly isLooking: boolean;
}

function Editor({ headers, look, isLooking, save, isSaving, failure, close }: EditorProps) {
  const text = useWords(words);
  const partText = useWords(partWords);
  const [choice, setChoice] = useState<Choice>(() => firstProposal(headers));
  const [isTried, setTried] = useState(false);
  const head = headers.sheets.find(({ name }) => name === choice.sheet);
  const line = lineAt(head, choice.headerRow);
  const named = line?.cells.filter(({ isText }) => isText) ?? [];
  const set = (changes: Partial<Choice>): void => setChoice((before) => ({ ...before, ...changes }));
  const setColumn = (column: ColumnName, value: string): void => {
    const { [column]: _before, ...others } = choice.columns;
    set({ columns: value === '' ? others : { ...others, [column]: Number(value) } });
  };
  const toSheet = (name: string): void => {
    const next = headers.sheets.find((sheet) => sheet.name === name);
    if (next !== undefined) setChoice(proposalOf(next));
  };
  const submit = (event: React.SubmitEvent): void => {
    event.preventDefault();
    setTried(true);
    const mapping = mappingOf(choice);
    if (mapping !== null) save(mapping);
  };
  return (
    <form onSubmit={submit} noValidate aria-label={text.title}>
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
          <NativeSelect label={text.sheet} value={choice.sheet} onChange={({ currentTarget }) => toSheet(currentTarget.value)} data={headers.sheets.map(({ name }) => name)} />
          <NativeSelect
            label={text.headerRow}
            value={String(choice.headerRow ?? '')}
            onChange={({ currentTarget }) => set({ headerRow: Number(currentTarget.value), columns: {} })}
            data={(head?.lines ?? []).map(({ row, cells }) => ({ value: String(row), label: text.rowOf(String(row), cells.slice(0, 4).map((cell) => cell.text.slice(0, 20)).join(', ')) }))}
          />
        </SimpleGrid>
        {head !== undefined && head.preset !== null && head.headerRow === choice.headerRow && <Text size="sm">{text.preset[head.preset]}</Text>}
        {line === null ? (
          <Text size="sm">{text.empty}</Text>
        ) : (
          <>
            <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="sm">
              {COLUMN_NAMES.map((column) => {
                const flaw = flawOf(column, choice);
                return (
                  <NativeSelect
                    key={column}
                    label={text.column[column]}
                    description={column === 'transactionId' || column === 'dateAdded' ? text.columnAbout[column] : undefined}
                    required={isRequired(column)}
                    value={String(choice.columns[column] ?? '')}
                    onChange={({ currentTarget }) => setColumn(column, currentTarget.value)}
                    error={flaw === 'twice' ? text.twice : flaw === 'missing' && isTried ? text.missing : false}
                    data={[{ value: '', label: isRequired(column) ? text.choose : text.unused }, ...named.map(({ position, letter, text: header }) => ({ value: String(position), label: `${letter}: ${header}` }))]}
                    inputWrapperOrder={['label', 'input', 'description', 'error']}
                  />
                );
              })}
            </SimpleGrid>
            <Text size="sm" c="dimmed">
              {text.unnamed}
            </Text>
            <MappingPreview head={head} choice={choice} />
          </>
        )}
        {failure !== null && <ErrorState failure={failure} />}
        <Group justify="flex-end" gap="sm">
          <Button variant="subtle" onClick={look} loading={isLooking}>
            {text.again}
          </Button>
          <Button variant="default" onClick={close}>
            {partText.cancel}
          </Button>
          <Button type="submit" loading={isSaving}>
            {text.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
