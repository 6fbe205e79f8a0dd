import { Button, type ComboboxItem, type OptionsFilter, Select, Text, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { type SourceKindView, withNamedSecrets } from '../../../src/contract/control/kinds.ts';
import { nameHas } from '../../../src/contract/names.ts';
import { type FieldTexts, textsAt } from '../../../src/messages/kind-texts.ts';
import { useTexts } from '../../base/words.tsx';
import { useAction } from '../../base/control/use-control.tsx';
import { DialogForm, type Action } from '../../parts/dialogs.tsx';
import { Fields, Guide } from '../../parts/kinds/fields.tsx';
import { type FilledForm, useForm } from '../../parts/kinds/use-form.ts';
import { useSourceTexts } from '../../parts/kinds/use-kinds.ts';
import type { ConnectionView } from '../../../src/contract/control/connections.ts';
import { ConsentSteps, useConsent } from '../workbook/connect/consent-steps.tsx';

interface SourceFormProps {
  readonly kind: SourceKindView;
  readonly initial?: Readonly<Record<string, unknown>>;
  /** Limits the form to the settings, the settings that can be changed later, or the credentials. */
  readonly part?: 'settings' | 'changeable' | 'secret';
  readonly submitLabel: string;
  readonly action: Action;
  readonly submit: (filled: FilledForm & { readonly anyway: boolean }, name: string) => void;
  readonly cancel: () => void;
}

/** Without `part`, this is the form of a new connection, which includes a name. */
export function SourceForm({ kind, initial, part, submitLabel, action, submit, cancel }: SourceFormProps) {
  const { connectionsAdd: text, column } = useTexts();
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
  const isPending = action.isPending || banks.isPending;
  // The credentials were tested and failed, so they were not saved.
  const isUnsaved = action.error?.code === 'source_access_failed' && kind.access?.savesAnyway === true;
  return (
    <DialogForm
      submitLabel={bankField !== undefined && banks.names === null ? text.showBanks : submitLabel}
      action={{ isPending, error: banks.failure ?? action.error }}
      isBusy={isPending}
      more={
        isUnsaved && (
          <Button variant="default" onClick={() => send(true)} disabled={isPending}>
            {text.saveAnyway}
          </Button>
        )
      }
      submit={() => send(false)}
      close={cancel}
    >
      {(part === undefined || part === 'secret') && <Guide guide={guide} link={kind.guideLink} />}
      <Fields kind={kind.id} form={{ ...form, set }} texts={fields} />
      {bankField !== undefined && banks.names !== null && (
        <BankChoice banks={banks} texts={textsAt(fields, bankField.id)} />
      )}
      {guide.pending !== undefined && (
        <div aria-live="polite">{isPending && <Text size="sm">{guide.pending}</Text>}</div>
      )}
      {part === undefined && (
        <TextInput
          label={column.name}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          maxLength={100}
        />
      )}
    </DialogForm>
  );
}

const byName: OptionsFilter = ({ options, search, limit }) =>
  (options as ComboboxItem[]).filter(({ label }) => nameHas(label, search)).slice(0, limit);

function BankChoice({ banks, texts }: { readonly banks: ReturnType<typeof useBanks>; readonly texts: FieldTexts }) {
  const { chosen, wasSubmitted, choose, names } = banks;
  const { connectionsAdd: text, parts } = useTexts();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  return (
    <Select
      ref={input}
      label={texts.label}
      description={text.banks({ count: names?.length ?? 0 })}
      data={names ?? []}
      value={chosen}
      onChange={choose}
      searchable
      filter={byName}
      required
      limit={100}
      nothingFoundMessage={parts.noMatch}
      error={wasSubmitted && chosen === null ? parts.required : null}
    />
  );
}

function useBanks(kind: SourceKindView, field: string | null) {
  const list = useAction('connection.banks');
  const [chosen, choose] = useState<string | null>(null);
  const [wasSubmitted, setTried] = useState(false);
  return {
    // Null until loaded, and for kinds of connections without a list of banks.
    names: field === null ? null : (list.data ?? null),
    chosen,
    wasSubmitted,
    isPending: list.isPending,
    failure: list.error,
    choose,
    forget: (): void => {
      if (!list.isIdle) list.reset();
      choose(null);
      setTried(false);
    },
    complete: (filled: FilledForm): FilledForm | null => {
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

export interface ConnectionFormProps {
  readonly connection: ConnectionView;
  readonly kind: SourceKindView;
  readonly close: () => void;
}

export function NewAccess(props: ConnectionFormProps) {
  const { connection, kind, close } = props;
  const { id: connectionId, settings } = connection;
  const { connections: text, problemPlaces } = useTexts();
  const reauthorise = useAction('connection.reauthorise');
  if (kind.access?.asksInBrowser === true) return <AskAgain {...props} />;
  return (
    <>
      <Text mb="md">{text.newAccessWhat}</Text>
      <SourceForm
        kind={kind}
        part="secret"
        initial={settings}
        submitLabel={problemPlaces.go.reconnect}
        action={reauthorise}
        submit={({ secret, anyway }) => reauthorise.mutate({ connectionId, secret, anyway }, { onSuccess: close })}
        cancel={close}
      />
    </>
  );
}

function AskAgain({ connection: { id: connectionId }, kind, close }: ConnectionFormProps) {
  const { connections: text, problemPlaces } = useTexts();
  const say = useSourceTexts();
  const renew = useAction('connection.renew');
  const consent = useConsent('connection.wait', close);
  const { name, question } = say(kind.id);
  if (consent.question !== null) return <ConsentSteps consent={consent} provider={name} />;
  return (
    <DialogForm
      submitLabel={problemPlaces.go.reconnect}
      action={{ isPending: consent.isUnderWay, error: consent.failure }}
      isBusy={consent.isUnderWay}
      submit={() => consent.begin(() => renew.mutateAsync({ connectionId }))}
      close={close}
    >
      <Text>{text.newAccessWhat}</Text>
      <Text>{question}</Text>
    </DialogForm>
  );
}
