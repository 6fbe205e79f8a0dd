import { Anchor, Text, ThemeIcon } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconHelp } from '@tabler/icons-react';
import { Link } from 'wouter';
import type { BalanceView, ProofView } from '../../../src/contract/control/balances.ts';
import { useTexts } from '../../base/words.tsx';
import { isNegative, withoutSign } from './differences.tsx';
import classes from './accounts.module.css';

const SIGNS = {
  proven: ['teal', IconCheck],
  differs: ['orange', IconAlertTriangle],
  unproven: ['gray', IconHelp],
} as const;

const REASONS = {
  waiting: 'waiting',
  'no-balance': 'noBalance',
  'only-available': 'onlyAvailable',
  'one-balance': 'oneBalance',
  'no-agreement': 'noAgreement',
} as const;

export function Proof({ balance: { proof, currency } }: { readonly balance: BalanceView }) {
  const text = useTexts().accounts;
  const isAccepted = proof.state === 'differs' && proof.differences.every(({ accepted }) => accepted !== null);
  const [color, Sign] = isAccepted ? (['gray', IconCheck] as const) : SIGNS[proof.state];
  return (
    <div className={classes['proof']}>
      <ThemeIcon color={color} size="md" radius="xl" variant="light" aria-hidden>
        <Sign size={16} />
      </ThemeIcon>
      <div>
        {proof.state === 'proven' && (
          <Verdict title={text.proven({ day: proof.until })}>
            {text.provenDays({ from: proof.from, until: proof.until })}
          </Verdict>
        )}
        {proof.state === 'differs' && (
          <Verdict
            title={(isAccepted ? text.acceptedTitle : text.differs)({
              sum: { amount: withoutSign(proof.by), currency },
              day: proof.since,
            })}
          >
            {text.differsHow({
              sum: { amount: withoutSign(proof.by), currency },
              direction: isNegative(proof.by) ? 'more' : 'other',
            })}
          </Verdict>
        )}
        {proof.state === 'unproven' && (
          <Verdict title={text.unproven}>
            {text.reasons[REASONS[proof.reason]]}{' '}
            {proof.reason !== 'waiting' && (
              <Anchor component={Link} href="/connections" size="sm">
                {text.importStatement}
              </Anchor>
            )}
          </Verdict>
        )}
        {proof.state !== 'differs' && <Unsettled proof={proof} currency={currency} />}
      </div>
    </div>
  );
}

function Verdict({ title, children }: { readonly title: string; readonly children: React.ReactNode }) {
  return (
    <>
      <Text fw={600}>{title}</Text>
      <Text size="sm" c="dimmed">
        {children}
      </Text>
    </>
  );
}

function Unsettled({
  proof: { unsettled },
  currency,
}: {
  readonly proof: Exclude<ProofView, { state: 'differs' }>;
  readonly currency: string;
}) {
  const text = useTexts().accounts;
  if (unsettled === null) return null;
  const { day, by } = unsettled;
  return (
    <Text size="sm" c="dimmed" mt={4}>
      {text.unsettled({
        day,
        sum: { amount: withoutSign(by), currency },
        direction: isNegative(by) ? 'other' : 'more',
      })}
    </Text>
  );
}
