import { PasswordInput, Radio, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { withPathChooser } from '../parts/choose-path.tsx';
import { FileChoice } from './file-choice.tsx';
import { useKindText } from './kind-text.ts';
import type { FieldProps } from './field-props.ts';

interface DrawnFieldProps extends FieldProps {
  /** For what a placeholder leaves open, such as "{account}". */
  readonly fill?: (text: string) => string;
  /** Of a path: where nothing is yet. */
  readonly isNew?: boolean;
}

/** One field of a form, from its data. */
export function Field({ field, begun, isTried, isFirst, set, fill, isNew = false }: DrawnFieldProps) {
  const say = useKindText();
  const [value, setValue] = useState(begun);
  const { type, label, about, example, missing, choices = [], isOptional = false, isSecret = false } = field;
  const change = (next: string): void => {
    setValue(next);
    set(field.id, next.trim() === '' && !isOptional ? null : next);
  };
  const isMissing = isTried && !isOptional && value.trim() === '';
  const common = {
    label: say(label),
    description: about && say(about),
    placeholder: example && (fill?.(say(example)) ?? say(example)),
    value,
    onChange: ({ currentTarget }: React.ChangeEvent<HTMLInputElement>) => change(currentTarget.value),
    error: isMissing && missing !== undefined && say(missing),
    required: !isOptional,
    ...(isFirst ? { 'data-autofocus': true } : {}),
  };
  if (choices.length > 0) {
    return (
      <Radio.Group label={common.label} value={value} onChange={change}>
        <Stack gap="xs" mt="xs">
          {choices.map((choice) => (
            <Radio key={choice.value} value={choice.value} label={say(choice.label)} />
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
