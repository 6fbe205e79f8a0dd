import { Table, Text } from '@mantine/core';
import type { CsvInspection } from '../../../../src/contract/control/statements.ts';
import { useFormat, useTexts } from '../../../words/words.tsx';
import classes from './mapping.module.css';

/** The first transactions as they would be read, which change with every choice. */
export function ReadRows({ csv: { read, transactions } }: { readonly csv: CsvInspection }) {
  const text = useTexts().connectionsMapping;
  const format = useFormat();
  return (
    <div>
      <Text fw={600} size="sm">
        {text.wouldRead}
      </Text>
      <Text size="sm" c="dimmed" mb={4} aria-live="polite">
        {read.length === 0
          ? text.notYet
          : text.first({ shown: format.number(read.length), total: format.number(transactions) })}
      </Text>
      {read.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard.
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
