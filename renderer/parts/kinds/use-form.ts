import { useCallback, useState } from 'react';
import type { FormField, FormValues } from '../../../src/contract/control/kinds.ts';
import type { FieldTexts } from '../../../src/messages/kind-texts.ts';

export interface FilledForm {
  readonly settings: Readonly<Record<string, unknown>>;
  readonly secret: FormValues;
}

export type Form = ReturnType<typeof useForm>;

export function useForm(all: readonly FormField[], initial: Readonly<Record<string, unknown>> = {}) {
  const fields = all.filter(({ isForCommandLine }) => isForCommandLine !== true);
  const [filled, setFilled] = useState<Readonly<Record<string, string | null>>>({});
  const [wasSubmitted, setTried] = useState(false);
  const set = useCallback(
    (id: string, value: string | null): void => setFilled((before) => ({ ...before, [id]: value })),
    [],
  );
  const first = ({ id, choices }: FormField): string =>
    typeof initial[id] === 'string' ? initial[id] : (choices?.[0]?.value ?? '');
  return {
    fields,
    wasSubmitted,
    initial: first,
    set,
    send: (): FilledForm | null => {
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

function valueOf({ isSecret }: FormField, filled: string | null | undefined, initial: string): string | null {
  const value = filled === undefined ? initial : filled;
  if (value === null || value.trim() === '') return null;
  return isSecret === true ? value : value.trim();
}

export interface FieldProps {
  readonly field: FormField;
  readonly texts: FieldTexts;
  readonly initial: string;
  readonly wasSubmitted: boolean;
  readonly isFirst: boolean;
  readonly set: (field: string, value: string | null) => void;
}
