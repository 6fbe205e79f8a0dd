import { Anchor, Badge, Table } from '@mantine/core';
import type { AccountStatus } from '../../../src/contract/control/service.ts';
import { Card } from '../../parts/card.tsx';
import { useNow } from '../../parts/use-now.ts';
import { useAccount } from '../../shell/account-context.tsx';
import { useFormat, useTexts } from '../../words/words.tsx';

/** How every account is doing, for who has several; the pages show the chosen one. */
export function Accounts({ accounts }: { readonly accounts: readonly AccountStatus[] }) {
  const text = useTexts().overview;
  const { counts } = useTexts().run;
  const format = useFormat();
  const now = useNow();
  const { account: chosen, choose } = useAccount();
  return (
    <Card title={text.accounts}>
      <Table.ScrollContainer minWidth={480}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{text.account}</Table.Th>
              <Table.Th>{text.state}</Table.Th>
              <Table.Th>{text.lastSync}</Table.Th>
              <Table.Th>{text.nextSync}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {accounts.map(({ id, name, health, lastRun, nextRunAt, schedule, awaitsConsent }) => (
              <Table.Tr key={id}>
                <Table.Th scope="row">
                  {id === chosen.id ? (
                    name
                  ) : (
                    <Anchor component="button" type="button" inherit onClick={() => choose(id)}>
                      {name}
                    </Anchor>
                  )}
                </Table.Th>
                <Table.Td>
                  <Badge color={health === 'ok' ? 'teal' : 'orange'} variant="light" tt="none" miw="max-content">
                    {health === 'ok' ? text.fineShort : text.attentionShort}
                  </Badge>
                </Table.Td>
                <Table.Td>
                  {lastRun?.finishedAt != null && `${format.relative(lastRun.finishedAt, now)}: `}
                  {lastRun === null ? text.noRun : `${format.number(lastRun.added)} ${counts.added}`}
                </Table.Td>
                <Table.Td>
                  {awaitsConsent
                    ? text.afterReconnect
                    : nextRunAt === null
                      ? schedule === 'paused'
                        ? text.paused
                        : text.noNext
                      : format.relative(nextRunAt, now)}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Card>
  );
}
