import { Checkbox, Stack, Text } from '@mantine/core';
import type { MissingView } from '../../../../src/contract/control/workbook.ts';
import { useTexts } from '../../../words/words.tsx';
import { wantedOf, type Ticked } from './additions.ts';

interface AdditionsChoiceProps {
  readonly missing: MissingView;
  readonly ticked: Ticked;
  readonly tick: (ticked: Ticked) => void;
}

/** What a workbook lacks, with the places that it would get: a person ticks what is added. */
export function AdditionsChoice({ missing, ticked, tick }: AdditionsChoiceProps) {
  const text = useTexts().additions;
  const { columns, sheets } = wantedOf(missing, ticked);
  const toggled = (list: readonly string[], name: string, isOn: boolean): readonly string[] =>
    isOn ? [...list, name] : list.filter((each) => each !== name);
  return (
    <Stack gap="xs">
      <Text size="sm">{text.about}</Text>
      {missing.columns.map(({ column, letter, header, isRequired }) => (
        <Checkbox
          key={column}
          label={text.column({ letter, header })}
          description={isRequired && column === 'transactionId' ? text.needed : undefined}
          checked={columns.includes(column)}
          onChange={({ currentTarget }) =>
            tick({ ...ticked, columns: toggled(columns, column, currentTarget.checked) })
          }
        />
      ))}
      {missing.sheets.map(({ role, name }) => (
        <Checkbox
          key={role}
          label={text.sheet({ name })}
          description={text.sheetAbout[role]}
          checked={sheets.includes(role)}
          onChange={({ currentTarget }) => tick({ ...ticked, sheets: toggled(sheets, role, currentTarget.checked) })}
        />
      ))}
      {missing.columns.some(({ mayBeHidden }) => mayBeHidden) && (
        <Checkbox
          label={text.hide}
          checked={ticked.isHidden}
          onChange={({ currentTarget }) => tick({ ...ticked, isHidden: currentTarget.checked })}
        />
      )}
    </Stack>
  );
}
