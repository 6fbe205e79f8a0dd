import { NativeSelect, Text } from '@mantine/core';
import type { DayMonthOrder } from '../../../../src/contract/control/statements.ts';
import { ToldLine } from '../../../problems/told-text.tsx';
import { useTexts } from '../../../words/words.tsx';
import { needsDateOrder, type ChosenFile } from './chosen-file.ts';

interface DateOrder {
  readonly file: ChosenFile;
  readonly setDateOrder: (dateOrder: DayMonthOrder | null) => void;
}

/** Where each date of the file may be two days: the person says which order it is, and may change it. */
export function DateOrderOfFile({ file, setDateOrder }: DateOrder) {
  const text = useTexts().connectionsImport;
  const { inspection, dateOrder } = file;
  const isAsked = needsDateOrder(file);
  if (!isAsked && dateOrder === null) return null;
  return (
    <>
      {isAsked && inspection?.problem != null && (
        <Text size="sm">
          <ToldLine told={inspection.problem} />
        </Text>
      )}
      <NativeSelect
        mt="xs"
        maw="24rem"
        label={text.dateOrder}
        value={dateOrder ?? ''}
        data={[
          { value: '', label: text.dateOrderChoose },
          { value: 'dmy', label: text.dateOrders.dmy },
          { value: 'mdy', label: text.dateOrders.mdy },
        ]}
        onChange={({ currentTarget: { value } }) => setDateOrder(value === 'dmy' || value === 'mdy' ? value : null)}
        required={isAsked}
      />
    </>
  );
}
