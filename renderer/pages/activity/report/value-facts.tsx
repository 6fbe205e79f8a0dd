import type { RememberedRow } from '../../../../src/contract/control/runs.ts';
import { Facts } from '../../../parts/facts.tsx';
import { useFormat, useTexts } from '../../../words/words.tsx';

/** The cells of a row, one below the other. */
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
