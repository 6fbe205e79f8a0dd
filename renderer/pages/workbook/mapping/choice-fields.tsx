import { Checkbox, NativeSelect, Stack } from '@mantine/core';
import type { SheetColumn } from '../../../../src/contract/columns.ts';
import type { MissingView } from '../../../../src/contract/control/workbook.ts';
import { useTexts } from '../../../base/words.tsx';
import { type Choice, choiceProblem, isNeeded, type Line, selectedAdditions, type Ticked } from './choice.ts';

interface ColumnChoiceProps {
  readonly column: SheetColumn;
  readonly choice: Choice;
  readonly line: Line;
  readonly sample: string | null;
  readonly wasSubmitted: boolean;
  readonly isAdded: boolean;
  /** `two`: separate columns for money in and out. */
  readonly choose: (place: number | 'two' | null) => void;
}

export function ColumnChoice({ column, choice, line, sample, wasSubmitted, isAdded, choose }: ColumnChoiceProps) {
  const { workbookMapping: text, column: columns, parts } = useTexts();
  const addedText = useTexts().additions.willBeAdded;
  const flaw = isAdded && choice.columns[column] === undefined ? null : choiceProblem(column, choice);
  const about = column === 'transactionId' || column === 'dateAdded' ? text.writes[column] : null;
  const needed = isNeeded(column, choice);
  const isInTwo = column === 'amount' && choice.isInTwo;
  const sampleText = sample === null ? null : parts.named({ label: parts.suchAs, name: sample });
  return (
    <NativeSelect
      label={columns[column]}
      description={[sampleText, about].filter((part) => part !== null).join(' · ') || undefined}
      required={needed}
      value={isInTwo ? 'two' : String(choice.columns[column] ?? '')}
      onChange={({ currentTarget: { value } }) => choose(value === 'two' ? value : value === '' ? null : Number(value))}
      error={flaw === 'twice' ? text.twice : flaw === 'missing' && wasSubmitted ? parts.required : false}
      data={[
        { value: '', label: isAdded ? addedText : needed ? parts.choose : text.unused },
        ...(column === 'amount' ? [{ value: 'two', label: text.inTwo }] : []),
        ...line.cells
          .filter(({ isText }) => isText)
          .map(({ position, letter, text: header }) => ({ value: String(position), label: `${letter}: ${header}` })),
      ]}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
    />
  );
}

interface AdditionsChoiceProps {
  readonly missing: MissingView;
  readonly ticked: Ticked;
  readonly tick: (ticked: Ticked) => void;
}

export function AdditionsChoice({ missing, ticked, tick }: AdditionsChoiceProps) {
  const text = useTexts().additions;
  const { columns, sheets } = selectedAdditions(missing, ticked);
  const toggled = (list: readonly string[], name: string, isOn: boolean): readonly string[] =>
    isOn ? [...list, name] : list.filter((each) => each !== name);
  return (
    <Stack gap="xs">
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
