import { Stack, Text } from '@mantine/core';
import type { RecognizedView } from '../../../../src/contract/control/workbook.ts';
import { useFormat, useTexts } from '../../../base/words.tsx';
import { useAccountAnswer } from '../../../parts/account-context.tsx';
import { LoadingState } from '../../../parts/layout.tsx';
import { RowsTable, ScrollArea } from '../../../parts/rows-table.tsx';
import { showValue } from './choice.ts';

/** Shows how Pennyrow reads the connected workbook. */
export function Recognized() {
  const { workbook: text, workbookMapping: mappingText, column: columnTexts } = useTexts();
  const format = useFormat();
  const { data: recognized, error, refetch } = useAccountAnswer('workbook.recognized');
  if (recognized === undefined) return <LoadingState height={160} failure={error} retry={refetch} />;
  const { columns, preset, sheet, rows } = recognized;
  return (
    <Stack gap="sm" w="100%">
      <Text size="sm">{mappingText.recognized.columns({ preset, columns: columns.length, sheet, rows })}</Text>
      <RowFacts recognized={recognized} />
      <ScrollArea label={text.columnsTable}>
        <RowsTable
          rows={columns}
          columns={[
            { head: text.header, renderCell: ({ letter, header }) => `${letter}: ${header}` },
            { head: text.usedAs, renderCell: ({ column }) => columnTexts[column] },
            {
              head: text.sample,
              renderCell: ({ sample }) => {
                if (sample === null) return '';
                const value = showValue(sample, format);
                return value === sample.text ? value : mappingText.recognized.readAs({ text: sample.text, value });
              },
            },
          ]}
        />
      </ScrollArea>
    </Stack>
  );
}

/** The place of new rows, the formulas that they continue, and what stays below them. */
export function RowFacts({ recognized: { newRows, formulas, below } }: { readonly recognized: RecognizedView }) {
  const text = useTexts().workbookMapping.recognized;
  return (
    <Text size="sm" role="status">
      {text.newRows({ place: newRows })} {formulas.length > 0 && text.formulas({ formulas: [...formulas] })}{' '}
      {below > 0 && text.below({ below })}
    </Text>
  );
}
