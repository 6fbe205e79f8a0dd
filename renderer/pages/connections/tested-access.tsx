import { Alert, Group, Table, Text } from '@mantine/core';
import { IconCheck, IconInfoCircle } from '@tabler/icons-react';
import type { useAction } from '../../control/use-control.ts';
import { ErrorState } from '../../parts/error-state.tsx';
import { ToldText } from '../../problems/told-text.tsx';
import { useTexts } from '../../words/words.tsx';
import classes from './connections.module.css';

/** What a test of the access showed. */
export function TestedAccess({ test }: { readonly test: ReturnType<typeof useAction<'connection.test'>> }) {
  const text = useTexts().connections;
  const { data, error, isPending } = test;
  return (
    <div aria-live="polite">
      {isPending && (
        <Text size="sm" c="dimmed" mt="sm">
          {text.testing} {text.testCosts}
        </Text>
      )}
      {error !== null && <ErrorState failure={error} />}
      {data !== undefined && (
        <Alert
          color="teal"
          icon={<IconCheck aria-hidden />}
          title={text.answers({ host: data.host, count: text.accounts({ count: data.accounts.length }) })}
          mt="sm"
        >
          <div className={classes['scroll']}>
            <Table aria-label={text.testTable}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{text.account}</Table.Th>
                  <Table.Th>{text.bank}</Table.Th>
                  <Table.Th>{text.currency}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {data.accounts.map(({ name, bank, currency }) => (
                  <Table.Tr key={`${bank ?? ''} ${name} ${currency}`}>
                    <Table.Td>{name}</Table.Td>
                    <Table.Td>{bank}</Table.Td>
                    <Table.Td>{currency}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </div>
          {data.messages.map((told) => (
            <Group key={`${told.code} ${told.message}`} gap={6} mt="xs" wrap="nowrap" align="flex-start">
              <IconInfoCircle size={14} aria-hidden style={{ flexShrink: 0, marginTop: 4 }} />
              <ToldText told={told} />
            </Group>
          ))}
        </Alert>
      )}
    </div>
  );
}
