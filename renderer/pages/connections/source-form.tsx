import { Button, type ComboboxItem, type OptionsFilter, Select, Text, TextInput } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type SourceKindView, withNamedSecrets } from '../../../src/contract/control/kinds.ts';
import { nameHas } from '../../../src/contract/names.ts';
import { type FieldTexts, textsAt } from '../../../src/messages/kind-texts.ts';
import { useTexts } from '../../base/words.tsx';
import type { ControlFailure } from '../../control/failure.ts';
import { useAction } from '../../control/use-control.ts';
import { DialogForm } from '../../parts/dialog-form.tsx';
import { Fields } from '../../parts/kinds/fields.tsx';
import { Guide } from '../../parts/kinds/guide.tsx';
import { type FilledForm, useForm } from '../../parts/kinds/use-form.ts';
import { useSourceTexts } from '../../parts/kinds/use-kind-texts.ts';

interface SourceFormProps extends ConnectionForm {
  readonly kind: SourceKindView;
  /** What was set before. */
  readonly begun?: Readonly<Record<string, unknown>>;
  /** Only the fields of this part: what is set, what of it can be set otherwise later, or what lets it in. */
  readonly part?: 'settings' | 'changeable' | 'secret';
  readonly submit: (filled: FilledForm & { readonly anyway: boolean }, name: string) => void;
}

/** What a kind of source needs to know, with where to get it. */
export function SourceForm({ kind, begun, part, submit, ...frame }: SourceFormProps) {
  const text = useTexts().connectionsAdd;
  const { guide = {}, fields } = useSourceTexts()(kind.id);
  const [name, setName] = useState('');
  const form = useForm(
    withNamedSecrets(kind.form, begun ?? {}).filter(({ isSecret = false, isListed = false, isChangeable = false }) =>
      part === undefined ? !isListed : part === 'changeable' ? isChangeable : isSecret === (part === 'secret'),
    ),
    begun,
  );
  const listed = part === undefined ? kind.form.find(({ isListed }) => isListed) : undefined;
  const banks = useBanks(kind, listed?.id ?? null);
  const set = (field: string, value: string | null): void => {
    banks.forget();
    form.set(field, value);
  };
  const send = (anyway: boolean): void => {
    const sent = form.send();
    const filled = sent === null ? null : banks.complete(sent);
    if (filled !== null) submit({ ...filled, anyway }, name);
  };
  // An access that did not work when it was tried.
  const isUnsaved = frame.failure?.code === 'source_access_failed' && kind.access?.savesAnyway === true;
  return (
    <FormFrame
      {...frame}
      submitLabel={listed !== undefined && banks.names === null ? text.showBanks : frame.submitLabel}
      isPending={frame.isPending || banks.isPending}
      failure={banks.failure ?? frame.failure}
      name={name}
      setName={setName}
      submit={() => send(false)}
      more={isUnsaved ? { label: text.saveAnyway, submit: () => send(true) } : undefined}
    >
      {(part === undefined || part === 'secret') && <Guide guide={guide} link={kind.guideLink} />}
      <Fields kind={kind.id} form={{ ...form, set }} texts={fields} />
      {listed !== undefined && banks.names !== null && (
        <BankChoice
          banks={banks.names}
          texts={textsAt(fields, listed.id)}
          chosen={banks.chosen}
          isTried={banks.isTried}
          choose={banks.choose}
        />
      )}
      {guide.pending !== undefined && (
        <div aria-live="polite">{frame.isPending && <Text size="sm">{guide.pending}</Text>}</div>
      )}
    </FormFrame>
  );
}

/** What the forms of connections have in common. */
interface ConnectionForm {
  readonly submitLabel: string;
  readonly isPending: boolean;
  readonly failure: ControlFailure | null;
  readonly cancel: () => void;
  /** Whether a name can be given, too. */
  readonly isNamed?: boolean;
}

interface Frame extends ConnectionForm {
  readonly name: string;
  readonly setName: (name: string) => void;
  readonly submit: () => void;
  /** One more way to send the form, beside the usual one. */
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
      isHeld={isPending}
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
  /** Whether the form was sent without one. */
  readonly isTried: boolean;
  readonly choose: (bank: string | null) => void;
}

/** Only names stand in the list, and no groups of them. */
const byName: OptionsFilter = ({ options, search, limit }) =>
  (options as ComboboxItem[]).filter(({ label }) => nameHas(label, search)).slice(0, limit);

/** The banks that a service has in a country, found by typing a part of a name. */
function BankChoice({ banks, texts, chosen, isTried, choose }: BankChoiceProps) {
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

/** Which bank a person means, for a kind whose service has a list of them: it is asked for once the rest is filled in. */
interface Banks {
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
function useBanks(kind: SourceKindView, field: string | null): Banks {
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
