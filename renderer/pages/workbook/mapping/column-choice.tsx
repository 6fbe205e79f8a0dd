import { NativeSelect } from '@mantine/core';
import { useTexts } from '../../../words/words.tsx';
import type { SheetColumn } from '../../../../src/contract/columns.ts';
import { flawOf, isNeeded, type Choice, type Line } from './choice.ts';

interface ColumnChoiceProps {
  readonly column: SheetColumn;
  readonly choice: Choice;
  /** The line with the names. */
  readonly line: Line;
  /** A value below the name; null where there is none. */
  readonly sample: string | null;
  readonly isTried: boolean;
  /** It is going to be added where none is chosen. */
  readonly isAdded: boolean;
  /** `two`: the amount stands in two columns. */
  readonly choose: (place: number | 'two' | null) => void;
}

/** Which column of the sheet is one of Pennyrow's, with what is in it. */
export function ColumnChoice({ column, choice, line, sample, isTried, isAdded, choose }: ColumnChoiceProps) {
  const text = useTexts().workbookMapping;
  const columns = useTexts().column;
  const added = useTexts().additions.willBeAdded;
  const flaw = isAdded && choice.columns[column] === undefined ? null : flawOf(column, choice);
  const about = column === 'transactionId' || column === 'dateAdded' ? text.columnAbout[column] : null;
  const needed = isNeeded(column, choice);
  const isInTwo = column === 'amount' && choice.isInTwo;
  const shown = sample === null ? null : text.sample({ value: sample });
  return (
    <NativeSelect
      label={columns[column]}
      description={[shown, about].filter((part) => part !== null).join(' · ') || undefined}
      required={needed}
      value={isInTwo ? 'two' : String(choice.columns[column] ?? '')}
      onChange={({ currentTarget: { value } }) => choose(value === 'two' ? value : value === '' ? null : Number(value))}
      error={flaw === 'twice' ? text.twice : flaw === 'missing' && isTried ? text.missing : false}
      data={[
        { value: '', label: isAdded ? added : needed ? text.choose : text.unused },
        ...(column === 'amount' ? [{ value: 'two', label: text.inTwo }] : []),
        ...line.cells
          .filter(({ isText }) => isText)
          .map(({ position, letter, text: header }) => ({ value: String(position), label: `${letter}: ${header}` })),
      ]}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
    />
  );
}
