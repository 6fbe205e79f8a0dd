import { Stack, Text } from '@mantine/core';
import type { BalanceView, DifferenceView } from '../../../src/contract/control/balances.ts';
import { useTexts } from '../../words/words.tsx';
import classes from './accounts.module.css';
import { Cause, RowsOfDays } from './cause.tsx';
import { isNegative, withoutSign } from './sign.ts';

interface DifferencesProps {
  readonly accountId: string;
  readonly balance: BalanceView;
  readonly differences: readonly DifferenceView[];
  readonly isRestoring: boolean;
  readonly restore: (transactionIds: readonly string[]) => void;
}

/** What may have happened, for each difference, and what to do about it. */
export function Differences({ balance, differences, isRestoring, restore }: DifferencesProps) {
  const text = useTexts().accounts;
  const { currency, bankAccountId } = balance;
  return (
    <Stack gap="md" className={classes['differences'] ?? ''}>
      {differences.map((difference) => {
        const { by, since, shownOn, candidates } = difference;
        return (
          <div key={`${since} ${shownOn}`}>
            {differences.length > 1 && (
              <Text component="h3" fw={600} size="sm" data-figures>
                {text.difference({
                  sum: { amount: withoutSign(by), currency },
                  direction: isNegative(by) ? 'more' : 'other',
                  since,
                  shownOn,
                })}
              </Text>
            )}
            <Text size="sm" c="dimmed">
              {text.causes({ count: candidates.length })}
            </Text>
            {candidates.length === 0 && <RowsOfDays bankAccountId={bankAccountId} from={since} until={shownOn} />}
            <ul className={classes['causes']}>
              {candidates.map((candidate, place) => (
                <Cause
                  // oxlint-disable-next-line react/no-array-index-key -- in the order of likelihood; two may read the same.
                  key={place}
                  candidate={candidate}
                  bankAccountId={bankAccountId}
                  currency={currency}
                  isRestoring={isRestoring}
                  restore={restore}
                />
              ))}
            </ul>
          </div>
        );
      })}
    </Stack>
  );
}
