import { Text } from '@mantine/core';
import type { RecognizedView } from '../../../../src/contract/control/workbook.ts';
import { useTexts } from '../../../base/words.tsx';
import { useAccountAnswer } from '../../../parts/account-context.tsx';
import { LoadingState } from '../../../parts/layout.tsx';
import { RowsTable, ScrollArea } from '../../../parts/rows-table.tsx';
import { showValue } from './choice.ts';

export function RecognizedRows() {
  const text = useTexts().workbookMapping.recognized;
  const { data: recognized, error, refetch } = useAccountAnswer('workbook.recognized');
  if (recognized === undefined) return <LoadingState height={40} failure={error} retry={refetch} />;
  return (
    <Text size="sm">
      {text.columns({ ...recognized, columns: recognized.columns.length })} <RowFacts recognized={recognized} />
    </Text>
  );
}

/** Says where new rows go, which formulas they continue, and how many rows stay below them. */
export function RowFacts({ recognized: { newRows, formulas, below } }: { readonly recognized: RecognizedView }) {
  const text = useTexts().workbookMapping.recognized;
  return (
    <>
      {text.newRows({ place: newRows })} {formulas.length > 0 && text.formulas({ formulas: [...formulas] })}{' '}
      {below > 0 && text.below({ below })}
    </>
  );
}

/** The columns of the connected workbook with a value of each, and how Pennyrow reads it. */
export function RecognizedColumns() {
  const { parts, workbookMapping: mappingText, column: columnTexts, format } = useTexts();
  const { data: recognized } = useAccountAnswer('workbook.recognized');
  if (recognized === undefined) return null;
  return (
    <ScrollArea label={parts.columns}>
      <RowsTable
        rows={recognized.columns}
        columns={[
          { head: columnTexts.name, renderCell: ({ letter, header }) => `${letter}: ${header}` },
          { head: columnTexts.usedAs, renderCell: ({ column }) => columnTexts[column] },
          {
            head: parts.suchAs,
            renderCell: ({ sample }) => {
              if (sample === null) return '';
              const { text: shown, value: read } = sample;
              const value = showValue(sample, format);
              const isNumber = read !== undefined && 'number' in read && Number(shown) === read.number;
              return value === shown || isNumber ? value : mappingText.recognized.readAs({ text: shown, value });
            },
          },
        ]}
      />
    </ScrollArea>
  );
}
