import { Button, type ComboboxItem, type OptionsFilter, Select, Text, TextInput } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type SourceKindView, withNamedSecrets } from '../../../src/contract/control/kinds.ts';
import { nameHas } from '../../../src/contract/names.ts';
import { type FieldTexts, textsAt } from '../../../src/messages/kind-texts.ts';
import { useTexts } from '../../base/words.tsx';
import type { ControlFailure } from '../../base/control/failure.ts';
import { useAction } from '../../base/control/use-control.ts';
import { DialogForm } from '../../parts/dialog-form.tsx';
import { Fields } from '../../parts/kinds/fields.tsx';
import { Guide } from '../../parts/kinds/guide.tsx';
import { type FilledForm, useForm } from '../../parts/kinds/use-form.ts';
import { useSourceTexts } from '../../parts/kinds/use-kinds.ts';

interface SourceFormProps extends ConnectionForm {
  readonly kind: SourceKindView;
  /** The current settings. */
  readonly initial?: Readonly<Record<string, unknown>>;
  /** Limits the form to all settings, the settings that can be changed later, or the credentials. */
  readonly part?: 'settings' | 'changeable' | 'secret';
  readonly submit: (filled: FilledForm & { readonly anyway: boolean }, name: string) => void;
}

export function SourceForm({ kind, initial, part, submit, ...frame }: SourceFormProps) {
  const text = useTexts().connectionsAdd;
  const { guide = {}, fields } = useSourceTexts()(kind.id);
  const [name, setName] = useState('');
  const form = useForm(
    withNamedSecrets(kind.form, initial ?? {}).filter(({ isSecret = false, isListed = false, isChangeable = false }) =>
      part === undefined ? !isListed : part === 'changeable' ? isChangeable : isSecret === (part === 'secret'),
    ),
    initial,
  );
  const bankField = part === undefined ? kind.form.find(({ isListed }) => isListed) : undefined;
  const banks = useBanks(kind, bankField?.id ?? null);
  const set = (field: string, value: string | null): void => {
    banks.forget();
    form.set(field, value);
  };
  const send = (anyway: boolean): void => {
    const sent = form.send();
    const filled = sent === null ? null : banks.complete(sent);
    if (filled !== null) submit({ ...filled, anyway }, name);
  };
  // The access was tested and failed, so it was not saved.
  const isUnsaved = frame.failure?.code === 'source_access_failed' && kind.access?.savesAnyway === true;
  return (
    <FormFrame
      {...frame}
      submitLabel={bankField !== undefined && banks.names === null ? text.showBanks : frame.submitLabel}
      isPending={frame.isPending || banks.isPending}
      failure={banks.failure ?? frame.failure}
      name={name}
      setName={setName}
      submit={() => send(false)}
      more={isUnsaved ? { label: text.saveAnyway, submit: () => send(true) } : undefined}
    >
      {(part === undefined || part === 'secret') && <Guide guide={guide} link={kind.guideLink} />}
      <Fields kind={kind.id} form={{ ...form, set }} texts={fields} />
      {bankField !== undefined && banks.names !== null && (
        <BankChoice
          banks={banks.names}
          texts={textsAt(fields, bankField.id)}
          chosen={banks.chosen}
          wasSubmitted={banks.wasSubmitted}
          choose={banks.choose}
        />
      )}
      {guide.pending !== undefined && (
        <div aria-live="polite">{frame.isPending && <Text size="sm">{guide.pending}</Text>}</div>
      )}
    </FormFrame>
  );
}

interface ConnectionForm {
  readonly submitLabel: string;
  readonly isPending: boolean;
  readonly failure: ControlFailure | null;
  readonly cancel: () => void;
  /** Adds a field for a name. */
  readonly isNamed?: boolean;
}

interface Frame extends ConnectionForm {
  readonly name: string;
  readonly setName: (name: string) => void;
  readonly submit: () => void;
  /** A second submit button. */
  readonly more?: { readonly label: string; readonly submit: () => void } | undefined;
  readonly children: ReactNode;
}

function FormFrame({
  submitLabel,
  isPending,
  failure,
  cancel,
  isNamed = false,
  name,
  setName,
  submit,
  more,
  children,
}: Frame) {
  const text = useTexts().connectionsAdd;
  return (
    <DialogForm
      submitLabel={submitLabel}
      isPending={isPending}
      failure={failure}
      isBusy={isPending}
      more={
        more !== undefined && (
          <Button variant="default" onClick={more.submit} disabled={isPending}>
            {more.label}
          </Button>
        )
      }
      submit={submit}
      close={cancel}
    >
      {children}
      {isNamed && (
        <TextInput
          label={text.name}
          description={text.nameAbout}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          maxLength={100}
        />
      )}
    </DialogForm>
  );
}

interface BankChoiceProps {
  readonly banks: readonly string[];
  readonly texts: FieldTexts;
  readonly chosen: string | null;
  /** True if the form was submitted without a bank. */
  readonly wasSubmitted: boolean;
  readonly choose: (bank: string | null) => void;
}

/** Searches a flat list by name. */
const byName: OptionsFilter = ({ options, search, limit }) =>
  (options as ComboboxItem[]).filter(({ label }) => nameHas(label, search)).slice(0, limit);

function BankChoice({ banks, texts, chosen, wasSubmitted, choose }: BankChoiceProps) {
  const text = useTexts().connectionsAdd;
  // The user asked for this field, so focus it.
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
      error={wasSubmitted && chosen === null ? texts.missing : null}
    />
  );
}

/** The bank selection of a kind whose service lists banks. Loaded once the other fields are complete. */
interface Banks {
  /** Null until loaded. Kinds without a list never load one. */
  readonly names: readonly string[] | null;
  readonly chosen: string | null;
  readonly wasSubmitted: boolean;
  readonly isPending: boolean;
  readonly failure: ControlFailure | null;
  choose(bank: string | null): void;
  /** Call when the other fields change. */
  forget(): void;
  /** Adds the bank to the form; null until one is chosen. */
  complete(filled: FilledForm): FilledForm | null;
}

/** @param field the form's field for the bank; null if it has none */
function useBanks(kind: SourceKindView, field: string | null): Banks {
  const list = useAction('connection.banks');
  const [chosen, choose] = useState<string | null>(null);
  const [wasSubmitted, setTried] = useState(false);
  return {
    names: field === null ? null : (list.data ?? null),
    chosen,
    wasSubmitted,
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
