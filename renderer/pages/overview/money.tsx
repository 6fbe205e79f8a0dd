import { Button, Grid, Group, SegmentedControl, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { useAnswer } from '../../control/use-control.ts';
import { Card } from '../../parts/card.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { LoadingState } from '../../parts/loading-state.tsx';
import { MENU_ICONS } from '../../shell/menu-icons.ts';
import { useTexts } from '../../words/words.tsx';
import { Categories } from './categories.tsx';
import { MonthChart } from './month-chart.tsx';

/** What came in and went out in the last twelve months, one currency at a time. */
export function Money({ accountId }: { readonly accountId: string }) {
  const text = useTexts().overview;
  const { data: summary, error, refetch } = useAnswer('transaction.summary', { accountId });
  const [wanted, setWanted] = useState<string | null>(null);
  if (summary === undefined) return <LoadingState height={320} failure={error} again={refetch} />;
  const currency = summary.currencies.find((each) => each.currency === wanted) ?? summary.currencies[0];
  if (currency === undefined) {
    return (
      <Card title={text.months}>
        <EmptyState
          icon={MENU_ICONS.transactions}
          action={
            <Group justify="center" gap="sm">
              <Button component={Link} href="/connections">
                {text.connect}
              </Button>
              <Button component={Link} href="/welcome" variant="default">
                {text.welcome}
              </Button>
            </Group>
          }
        >
          {text.noMoney}
        </EmptyState>
      </Card>
    );
  }
  return (
    <>
      {summary.currencies.length > 1 && (
        <SegmentedControl
          w="fit-content"
          aria-label={text.currency}
          value={currency.currency}
          onChange={setWanted}
          data={summary.currencies.map((each) => each.currency)}
        />
      )}
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Card title={text.months}>
            <MonthChart summary={currency} />
            {currency.transfers > 0 && (
              <Text size="sm" c="dimmed" mt="xs">
                {text.withoutTransfers({ count: currency.transfers })}
              </Text>
            )}
          </Card>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Card title={text.categories}>
            <Categories summary={currency} />
          </Card>
        </Grid.Col>
      </Grid>
    </>
  );
}
