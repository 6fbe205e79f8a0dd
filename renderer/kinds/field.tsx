import { PasswordInput, Radio, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { textsAt } from '../../src/messages/kind-texts.ts';
import { withPathChooser } from '../parts/choose-path.tsx';
import { CountryField } from './country-field.tsx';
import { FileChoice } from './file-choice.tsx';
import type { FieldProps } from './field-props.ts';

interface DrawnFieldProps extends FieldProps {
  /** What the account is called, for an example that names it. */
  readonly account?: string;
  /** Of a path: where nothing is yet. */
  readonly isNew?: boolean;
}

/** One field of a form, from its data. */
export function Field({ field, texts, begun, isTried, isFirst, set, account = '', isNew = false }: DrawnFieldProps) {
  const [value, setValue] = useState(begun);
  const { type, choices = [], isOptional = false, isSecret = false } = field;
  const { label, about, example, missing } = texts;
  const change = (next: string): void => {
    setValue(next);
    set(field.id, next.trim() === '' && !isOptional ? null : next);
  };
  const isMissing = isTried && !isOptional && value.trim() === '';
  const common = {
    label,
    description: about,
    placeholder: typeof example === 'function' ? example({ account }) : example,
    value,
    onChange: ({ currentTarget }: React.ChangeEvent<HTMLInputElement>) => change(currentTarget.value),
    error: isMissing && missing,
    required: !isOptional,
    ...(isFirst ? { 'data-autofocus': true } : {}),
  };
  if (type === 'country') return <CountryField {...{ field, texts, begun, isTried, isFirst, set }} />;
  if (choices.length > 0) {
    return (
      <Radio.Group label={common.label} value={value} onChange={change}>
        <Stack gap="xs" mt="xs">
          {choices.map((choice) => (
            <Radio key={choice.value} value={choice.value} label={textsAt(texts.choices, choice.value).label} />
          ))}
        </Stack>
      </Radio.Group>
    );
  }
  if (type === 'file')
    return <FileChoice label={common.label} about={common.description} problem={common.error || null} read={change} />;
  if (isSecret) return <PasswordInput {...common} autoComplete="off" spellCheck={false} />;
  if (type === 'folder' || type === 'path') {
    const kind = type === 'folder' ? 'statement-folder' : isNew ? 'new-workbook' : 'workbook';
    const chooser = withPathChooser({ kind, typed: value, label: common.label, choose: change });
    return <TextInput {...common} inputContainer={chooser} spellCheck={false} />;
  }
  return <TextInput {...common} maxLength={200} {...(type === 'number' ? { inputMode: 'numeric' } : {})} />;
}
