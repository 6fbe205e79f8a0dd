import { useState } from 'react';
import type { SourceKindView } from '../../../../src/contract/control/kinds.ts';
import { useAction } from '../../../control/use-control.ts';
import type { ControlFailure } from '../../../control/failure.ts';
import type { FilledForm } from '../../../kinds/use-form.ts';

/** Which bank a person means, for a kind whose service has a list of them: it is asked for once the rest is filled in. */
export interface Banks {
  /** Null while they are not known; a kind without a list has none to ask for. */
  readonly names: readonly string[] | null;
  readonly chosen: string | null;
  readonly isTried: boolean;
  readonly isPending: boolean;
  readonly failure: ControlFailure | null;
  choose(bank: string | null): void;
  /** What was filled in is different now. */
  forget(): void;
  /** The form with the bank; null while that is not chosen, or its list still has to come. */
  complete(filled: FilledForm): FilledForm | null;
}

/** @param field of the bank; null for a form that is filled in without */
export function useBanks(kind: SourceKindView, field: string | null): Banks {
  const list = useAction('connection.banks');
  const [chosen, choose] = useState<string | null>(null);
  const [isTried, setTried] = useState(false);
  return {
    names: field === null ? null : (list.data ?? null),
    chosen,
    isTried,
    isPending: list.isPending,
    failure: list.error,
    choose,
    forget: () => {
      if (!list.isIdle) list.reset();
      choose(null);
      setTried(false);
    },
    complete: (filled) => {
      if (field === null) return filled;
      if (list.data === undefined) {
        list.mutate({ kind: kind.id, ...filled });
        return null;
      }
      setTried(true);
      return chosen === null ? null : { ...filled, settings: { ...filled.settings, [field]: chosen } };
    },
  };
}
