import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import type { SourceKindView } from '../../../../src/contract/control/kinds.ts';
import { useSpeech, useTexts } from '../../../words/words.tsx';

/** The country of the banks that are asked for; null for any. */
type Country = string | null;

/** Begins with the country that the browser names with its language, where something serves it alone. */
export function useCountry(kinds: readonly SourceKindView[]): [Country, (country: Country) => void] {
  const [chosen, choose] = useState<Country | undefined>();
  const own = new Intl.Locale(navigator.language).region ?? null;
  return [chosen === undefined ? (own !== null && countriesOf(kinds).includes(own) ? own : null) : chosen, choose];
}

export function serving(country: Country): (kind: SourceKindView) => boolean {
  return ({ countries }) => country === null || countries === null || countries.includes(country);
}

/** Asked only where the answer makes a difference. */
export function CountryChoice({
  kinds,
  country,
  choose,
}: {
  readonly kinds: readonly SourceKindView[];
  readonly country: Country;
  readonly choose: (country: Country) => void;
}) {
  const text = useTexts().connectionsAdd;
  const { language } = useSpeech();
  const name = new Intl.DisplayNames(language, { type: 'region' });
  const countries = countriesOf(kinds)
    .map((code) => ({ value: code, label: name.of(code) ?? code }))
    .toSorted((a, b) => a.label.localeCompare(b.label, language));
  if (countries.length < 2) return null;
  return (
    <NativeSelect
      label={text.country}
      data={[{ value: '', label: text.anyCountry }, ...countries]}
      value={country ?? ''}
      onChange={({ currentTarget }) => choose(currentTarget.value === '' ? null : currentTarget.value)}
    />
  );
}

function countriesOf(kinds: readonly SourceKindView[]): string[] {
  return [...new Set(kinds.flatMap(({ countries }) => countries ?? []))];
}
