import { Select, type ComboboxItem, type OptionsFilter } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { FieldTexts } from '../../../../src/messages/kind-texts.ts';
import { nameHas } from '../../../../src/contract/names.ts';
import { useTexts } from '../../../words/words.tsx';

interface BankChoiceProps {
  readonly banks: readonly string[];
  readonly texts: FieldTexts;
  readonly chosen: string | null;
  /** Whether the form was sent without one. */
  readonly isTried: boolean;
  readonly choose: (bank: string | null) => void;
}

/** Only names stand in the list, and no groups of them. */
const byName: OptionsFilter = ({ options, search, limit }) =>
  (options as ComboboxItem[]).filter(({ label }) => nameHas(label, search)).slice(0, limit);

/** The banks that a service has in a country, found by typing a part of a name. */
export function BankChoice({ banks, texts, chosen, isTried, choose }: BankChoiceProps) {
  const text = useTexts().connectionsAdd;
  // What was pressed asked for this.
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  return (
    <Select
      ref={input}
      label={texts.label}
      description={text.banks({ count: banks.length })}
      data={banks}
      value={chosen}
      onChange={choose}
      searchable
      filter={byName}
      required
      limit={100}
      nothingFoundMessage={text.bankNone}
      error={isTried && chosen === null ? texts.missing : null}
    />
  );
}
