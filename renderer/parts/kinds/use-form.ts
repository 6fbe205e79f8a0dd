import { useCallback, useState } from 'react';
import type { FormField, FormValues } from '../../../src/contract/control/kinds.ts';
import type { FieldTexts } from '../../../src/messages/kind-texts.ts';

export interface FilledForm {
  readonly settings: Readonly<Record<string, unknown>>;
  readonly secret: FormValues;
}

/** What is filled in, field by field; null for what cannot be used. */
export interface Form {
  readonly fields: readonly FormField[];
  readonly isTried: boolean;
  begun(field: FormField): string;
  readonly set: (field: string, value: string | null) => void;
  /** Null, and said at the fields, while one is missing. */
  send(): FilledForm | null;
}

/** @param begun what was set before */
export function useForm(all: readonly FormField[], begun: Readonly<Record<string, unknown>> = {}): Form {
  const fields = all.filter(({ isForCommandLine }) => isForCommandLine !== true);
  const [filled, setFilled] = useState<Readonly<Record<string, string | null>>>({});
  const [isTried, setTried] = useState(false);
  const set = useCallback(
    (id: string, value: string | null): void => setFilled((before) => ({ ...before, [id]: value })),
    [],
  );
  const first = ({ id, choices }: FormField): string =>
    typeof begun[id] === 'string' ? begun[id] : (choices?.[0]?.value ?? '');
  return {
    fields,
    isTried,
    begun: first,
    set,
    send: () => {
      setTried(true);
      const values = fields.map((field) => [field, valueOf(field, filled[field.id], first(field))] as const);
      if (values.some(([{ isOptional }, value]) => value === null && isOptional !== true)) return null;
      const part = (isSecret: boolean) =>
        Object.fromEntries(
          values.flatMap(([field, value]) =>
            value !== null && (field.isSecret === true) === isSecret
              ? [[field.id, field.type === 'number' ? Number(value) : value]]
              : [],
          ),
        );
      return { settings: part(false), secret: part(true) as FormValues };
    },
  };
}

function valueOf({ isSecret }: FormField, filled: string | null | undefined, begun: string): string | null {
  const value = filled === undefined ? begun : filled;
  if (value === null || value.trim() === '') return null;
  return isSecret === true ? value : value.trim();
}

/** What a field of a form needs, be it drawn from data or by its kind. */
export interface FieldProps {
  readonly field: FormField;
  readonly texts: FieldTexts;
  readonly begun: string;
  /** Whether the form was sent before it was complete. */
  readonly isTried: boolean;
  readonly isFirst: boolean;
  /** Null while what is typed cannot be used. */
  readonly set: (field: string, value: string | null) => void;
}
