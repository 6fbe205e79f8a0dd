import { Button, Code, Text, Title } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import type { WorkbookView } from '../../../../src/contract/control/workbook.ts';
import { OpenWorkbook } from '../../../parts/open-workbook.tsx';
import { useFormat, useTexts } from '../../../words/words.tsx';
import { rowUrl } from '../row.tsx';

/** The way to the row: a link where the spreadsheet is on the web, the number of the row where it is a file. */
export function PlaceInSheet({
  accountId,
  row,
  workbook,
}: {
  readonly accountId: string;
  readonly row: number;
  readonly workbook: WorkbookView | null;
}) {
  const text = useTexts().transactions;
  const format = useFormat();
  if (workbook?.transactions == null) return null;
  const { transactions } = workbook;
  return (
    <section>
      <Title order={3} mb={4}>
        {text.inSheet}
      </Title>
      {transactions.url !== null ? (
        <Button
          component="a"
          href={rowUrl(transactions.url, row)}
          target="_blank"
          rel="noreferrer"
          variant="default"
          leftSection={<IconExternalLink size={16} aria-hidden />}
        >
          {text.openSheet}
        </Button>
      ) : (
        <>
          <Text size="sm">
            {text.find({ cell: format.number(row), sheet: transactions.name })} <Code>{`A${row}`}</Code>
          </Text>
          <OpenWorkbook accountId={accountId} workbook={workbook} mt="xs" />
        </>
      )}
    </section>
  );
}
