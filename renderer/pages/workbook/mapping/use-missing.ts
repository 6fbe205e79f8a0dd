import { useState } from 'react';
import type { MissingView } from '../../../../src/contract/control/workbook.ts';
import { useAnswer } from '../../../control/use-control.ts';
import { UNASKED, type Ticked } from './additions.ts';
import type { Choice } from './choice.ts';

/** What could be added to the sheet as it is chosen so far, and what of it a person has ticked. */
export function useMissing(
  accountId: string,
  target: object,
  { sheet, headerRow, columns }: Choice,
): {
  readonly missing: MissingView | undefined;
  readonly ticked: Ticked;
  readonly setTicked: (ticked: Ticked) => void;
  /** What is added counts as there: until it is known, nobody can say what is missing. */
  readonly isFirstAsked: boolean;
} {
  const [ticked, setTicked] = useState<Ticked>(UNASKED);
  const table = { sheet, headerRow: headerRow ?? 1, columns };
  const { data, isLoading } = useAnswer(
    'workbook.missing',
    headerRow === null ? null : { accountId, ...target, table },
  );
  // What was shown stays while a new choice is asked about.
  const [last, setLast] = useState<MissingView | undefined>();
  if (data !== undefined && data !== last) setLast(data);
  return {
    missing: headerRow === null ? undefined : (data ?? last),
    ticked,
    setTicked,
    isFirstAsked: isLoading && last === undefined,
  };
}
