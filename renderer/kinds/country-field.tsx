import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useSpeech } from '../words/words.tsx';
import type { FieldProps } from './field-props.ts';

/** A country of those that a kind serves, by its name. */
export function CountryField({ field, texts, begun, isTried, isFirst, set }: FieldProps) {
  const { language } = useSpeech();
  const names = new Intl.DisplayNames(language, { type: 'region' });
  const [value, setValue] = useState(begun);
  const countries = (field.countries ?? [])
    .map((code) => ({ value: code, label: names.of(code) ?? code }))
    .toSorted((a, b) => a.label.localeCompare(b.label, language));
  return (
    <NativeSelect
      label={texts.label}
      data={[{ value: '', label: '' }, ...countries]}
      value={value}
      onChange={({ currentTarget }) => {
        setValue(currentTarget.value);
        set(field.id, currentTarget.value);
      }}
      error={isTried && value === '' && texts.missing}
      required
      {...(isFirst ? { 'data-autofocus': true } : {})}
    />
  );
}
