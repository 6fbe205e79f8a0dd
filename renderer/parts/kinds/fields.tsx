import {
  FileInput,
  NativeSelect,
  PasswordInput,
  Radio,
  Stack,
  Text,
  TextInput,
  Autocomplete,
  Anchor,
  List,
} from '@mantine/core';
import { useState, type ComponentType, useEffect } from 'react';
import type { FormField } from '../../../src/contract/control/kinds.ts';
import { type FieldTexts, type FormTexts, textsAt, type GuideTexts } from '../../../src/messages/kind-texts.ts';
import { useI18n, useTexts } from '../../base/words.tsx';
import { withPathChooser } from '../choose-path.tsx';
import type { FieldProps, Form } from './use-form.ts';
import { useDebouncedValue } from '@mantine/hooks';
import { useAnswer } from '../../base/control/use-control.tsx';
import { useLocalize } from '../message-text.tsx';

interface FieldsProps extends Pick<DrawnFieldProps, 'account' | 'isNew' | 'choosePath'> {
  readonly kind: string;
  readonly form: Form;
  readonly texts: FormTexts | undefined;
}

function textsOf({ id, from }: FormField, texts: FormTexts | undefined): FieldTexts {
  return from === undefined ? textsAt(texts, id) : { ...textsAt(texts, from), label: id };
}

export function Fields({ kind, form, texts, ...more }: FieldsProps) {
  return form.fields.map((field, place) => {
    const props = {
      field,
      texts: textsOf(field, texts),
      initial: form.initial(field),
      wasSubmitted: form.wasSubmitted,
      isFirst: place === 0,
      set: form.set,
    };
    const Own = OWN_FIELDS[`${kind}.${field.id}`];
    return Own === undefined ? <Field key={field.id} {...props} {...more} /> : <Own key={field.id} {...props} />;
  });
}

interface DrawnFieldProps extends FieldProps {
  readonly account?: string;
  readonly isNew?: boolean;
  /** Called with a path from the list of folders or the system's dialog; by default the path is filled in. */
  readonly choosePath?: (path: string) => void;
}

export function Field({ field, texts, initial, wasSubmitted, isFirst, set, ...more }: DrawnFieldProps) {
  const { account = '', isNew = false, choosePath } = more;
  const [value, setValue] = useState(initial);
  const countries = useCountryOptions(field.countries ?? []);
  const { type, choices = [], isOptional = false, isSecret = false } = field;
  const { label, about, example } = texts;
  const { parts } = useTexts();
  const change = (next: string): void => {
    setValue(next);
    set(field.id, next.trim() === '' && !isOptional ? null : next);
  };
  const isMissing = wasSubmitted && !isOptional && value.trim() === '';
  const common = {
    label,
    description: about,
    placeholder: typeof example === 'function' ? example({ account }) : example,
    value,
    onChange: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      change(currentTarget.value),
    error: isMissing && parts.required,
    required: !isOptional,
    withAsterisk: !isOptional && initial === '',
    ...(isFirst ? { 'data-autofocus': true } : {}),
  };
  if (type === 'country') return <NativeSelect {...common} data={[{ value: '', label: '' }, ...countries]} />;
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
  if (type === 'file') {
    const read = async (file: File | null): Promise<void> => change(file === null ? '' : await file.text());
    return (
      <FileInput
        label={label}
        description={about}
        placeholder={`${parts.choose}…`}
        error={common.error}
        accept="application/json,.json,.pem,.key"
        onChange={(file) => void read(file)}
      />
    );
  }
  if (isSecret) return <PasswordInput {...common} autoComplete="off" spellCheck={false} />;
  if (type === 'folder' || type === 'path') {
    const kind = type === 'folder' ? 'statement-folder' : isNew ? 'new-workbook' : 'workbook';
    const chooser = withPathChooser({ kind, typed: value, label: common.label, choose: choosePath ?? change });
    return <TextInput {...common} inputContainer={chooser} spellCheck={false} />;
  }
  return <TextInput {...common} maxLength={200} {...(type === 'number' ? { inputMode: 'numeric' } : {})} />;
}

export function useCountryOptions(codes: readonly string[]): { readonly value: string; readonly label: string }[] {
  const { language } = useI18n();
  const names = new Intl.DisplayNames(language, { type: 'region' });
  return codes
    .map((code) => ({ value: code, label: names.of(code) ?? code }))
    .toSorted((a, b) => a.label.localeCompare(b.label, language));
}

const OWN_FIELDS: Readonly<Record<string, ComponentType<FieldProps> | undefined>> = {
  'statements.folder': FolderField,
};

const TYPING_MS = 200;

function FolderField({ field, texts, initial, wasSubmitted, set }: FieldProps) {
  const { connectionsAdd: text, parts } = useTexts();
  const [typed, setTyped] = useState(initial);
  const [debouncedInput] = useDebouncedValue(typed, TYPING_MS);
  const localize = useLocalize();
  const { data: look, error } = useAnswer(
    'connection.lookAtFolder',
    debouncedInput.trim() === '' ? null : { folder: debouncedInput },
  );
  const folderPath = debouncedInput === typed && look?.state === 'folder' ? look.path : null;
  useEffect(() => set(field.id, folderPath), [set, field.id, folderPath]);
  const { label, example } = texts;
  const state =
    typed.trim() === ''
      ? ''
      : debouncedInput === typed && error !== null
        ? `${localize(error).what} ${localize(error).remedy ?? ''}`
        : debouncedInput !== typed || look === undefined
          ? parts.loading
          : look.state === 'folder'
            ? text.folderFound({ path: look.path ?? '', count: look.statements })
            : text.folderState[look.state];
  return (
    <div>
      <Autocomplete
        label={label}
        placeholder={typeof example === 'string' ? example : undefined}
        value={typed}
        onChange={setTyped}
        inputContainer={withPathChooser({ kind: 'statement-folder', typed, label, choose: setTyped })}
        data={[...(look?.folders ?? [])]}
        filter={({ options }) => options}
        error={wasSubmitted && typed.trim() === '' && parts.required}
        spellCheck={false}
        data-autofocus
        required
      />
      <Text
        size="sm"
        mt={6}
        mih="1.5em"
        aria-live="polite"
        c={folderPath === null && wasSubmitted ? 'red' : 'dimmed'}
        style={{ overflowWrap: 'anywhere' }}
      >
        {state}
      </Text>
    </div>
  );
}

export function Guide({ guide, link }: { readonly guide: GuideTexts; readonly link: string | null }) {
  return (
    <>
      {guide.what !== undefined && <Text size="sm">{guide.what}</Text>}
      {guide.steps !== undefined && (
        <List type="ordered" size="sm" spacing={4}>
          {Object.entries(guide.steps).map(([number, step]) => (
            <List.Item key={number}>{step}</List.Item>
          ))}
        </List>
      )}
      {link !== null && guide.link !== undefined && (
        <Text size="sm">
          <Anchor href={link} target="_blank" rel="noreferrer">
            {guide.link}
          </Anchor>
        </Text>
      )}
    </>
  );
}
