import { VisuallyHidden } from '@mantine/core';
import type { CurrencySummary } from '../../../src/contract/control/transactions.ts';
import { useFormat, useTexts } from '../../words/words.tsx';

interface MonthTableProps {
  readonly months: CurrencySummary['months'];
  readonly currency: string;
  readonly hasSaved: boolean;
}

/** Read out, not shown: the bars say the same to who sees them. */
export function MonthTable({ months, currency, hasSaved }: MonthTableProps) {
  const text = useTexts().overview;
  const format = useFormat();
  return (
    <VisuallyHidden>
      <table>
        <caption>{text.monthsAbout}</caption>
        <thead>
          <tr>
            <th scope="col">{text.month}</th>
            <th scope="col">{text.income}</th>
            <th scope="col">{text.spending}</th>
            {hasSaved && <th scope="col">{text.saved}</th>}
          </tr>
        </thead>
        <tbody>
          {months.map(({ month, income, spending, saved }) => (
            <tr key={month}>
              <th scope="row">{format.month(month)}</th>
              <td>{format.money(income, currency)}</td>
              <td>{format.money(spending, currency)}</td>
              {hasSaved && <td>{format.money(saved, currency)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </VisuallyHidden>
  );
}
