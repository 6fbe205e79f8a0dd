import { Anchor, Stack, Text } from '@mantine/core';
import { Link } from 'wouter';
import type { RememberedRow } from '../../../src/contract/control/runs.ts';
import type { TransactionDetails } from '../../../src/contract/control/transactions.ts';
import { useFormat, useTexts } from '../../base/words.tsx';
import { useAnswer } from '../../base/control/use-control.ts';
import { Facts } from '../../parts/facts.tsx';
import { LoadingState } from '../../parts/states.tsx';
import { transactionsAddress } from '../../parts/transactions-address.ts';

interface SheetRowProps {
  readonly accountId: string;
  readonly transactionId: string;
  /** The values that the run wrote, if it added the row. */
  readonly written: RememberedRow | null;
  readonly ruleRow: number | null;
}

/** Shows the row's current values, differences from what the run wrote, and the rule of its category. */
export function SheetRow({ accountId, transactionId, written, ruleRow }: SheetRowProps) {
  const text = useTexts().activityReport;
  const { data: details, error, refetch } = useAnswer('transaction.get', { accountId, id: transactionId });
  return (
    <Stack gap="xs">
      <Text component="h3" size="sm" fw={600}>
        {details === null && written !== null ? text.written : text.inSheet}
      </Text>
      {details === undefined ? (
        <LoadingState height={120} failure={error} retry={refetch} />
      ) : (
        <Text component="div" size="sm">
          {details === null ? (
            <>
              {written !== null && <ValueFacts values={written} />}
              {text.gone}
            </>
          ) : (
            <CurrentValues details={details} written={written} />
          )}
        </Text>
      )}
      {written !== null && details !== undefined && (
        <Rule ruleRow={ruleRow} category={written.category} details={details} />
      )}
    </Stack>
  );
}

function CurrentValues({
  details: { transaction },
  written,
}: {
  readonly details: TransactionDetails;
  readonly written: RememberedRow | null;
}) {
  const text = useTexts().activityReport;
  const columns = useTexts().column;
  const format = useFormat();
  const { id, row, dateText, description, amount, currency, category, account } = transaction;
  const shownAccount = account === '' ? transaction.bankAccountId : account;
  const unlessSame = (now: string, then: string | undefined, shown: string): string =>
    then === undefined || now === then ? '' : ` (${text.wrote({ value: shown === '' ? text.empty : shown })})`;
  return (
    <>
      <Facts
        facts={[
          [columns.date, dateText],
          [
            columns.description,
            description + unlessSame(description, written?.description, written?.description ?? ''),
          ],
          [
            columns.amount,
            (amount === '' ? text.empty : format.money(amount, currency)) +
              unlessSame(
                amount,
                written?.amount,
                written === null ? '' : format.money(written.amount, written.currency),
              ),
          ],
          [
            columns.category,
            (category === '' ? text.empty : category) +
              unlessSame(category, written?.category, written?.category ?? ''),
          ],
          [columns.account, shownAccount],
        ]}
      />
      <Anchor component={Link} href={transactionsAddress({}, { id, row })} size="sm" mt="xs" display="inline-block">
        {text.row({ row: format.number(row) })}: {text.openRow}
      </Anchor>
    </>
  );
}

/** The Rules sheet may have changed: name the rule only if it still gives this category. */
function Rule({
  ruleRow,
  category,
  details,
}: {
  readonly ruleRow: number | null;
  readonly category: string;
  readonly details: TransactionDetails | null;
}) {
  const text = useTexts().activityReport;
  const format = useFormat();
  if (ruleRow === null) return category === '' ? <Text size="sm">{text.noRule}</Text> : null;
  const [rule] = details?.rules ?? [];
  return (
    <Text size="sm">
      {rule?.category === category
        ? text.byRuleNamed({ row: format.number(ruleRow), rule: rule.description })
        : text.byRule({ row: format.number(ruleRow) })}
    </Text>
  );
}

export function ValueFacts({
  values: { date, description, amount, currency, category, account },
}: {
  readonly values: RememberedRow;
}) {
  const column = useTexts().column;
  const format = useFormat();
  return (
    <Facts
      facts={[
        [column.date, format.day(date)],
        [column.description, description],
        [column.amount, format.money(amount, currency)],
        [column.category, category === '' ? null : category],
        [column.account, account === '' ? null : account],
      ]}
    />
  );
}
