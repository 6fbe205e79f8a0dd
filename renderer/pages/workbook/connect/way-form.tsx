import { Anchor, Button, Group, Stack, Text, Alert } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useEffect, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type {
  FormValues,
  WorkbookKindView,
  WorkbookWayView,
  RegistrationView,
} from '../../../../src/contract/control/kinds.ts';
import type { ColumnMapping, ConnectedView, UnmappedView } from '../../../../src/contract/control/workbook.ts';
import { textsAt, type FormTexts } from '../../../../src/messages/kind-texts.ts';
import { useTexts } from '../../../base/words.tsx';
import { useAction } from '../../../base/control/use-control.tsx';
import { Confirm } from '../../../parts/dialogs.tsx';
import { Fields, Field, Guide } from '../../../parts/kinds/fields.tsx';
import { useForm } from '../../../parts/kinds/use-form.ts';
import { useWorkbookTexts, useWorkbookKind } from '../../../parts/kinds/use-kinds.ts';
import { ErrorState } from '../../../parts/layout.tsx';
import { MappingEditor } from '../mapping/mapping-editor.tsx';
import { NEEDS_MAPPING } from '../mapping/set-columns.tsx';
import type { WorkbookConsent } from './consent-steps.tsx';
import { Muted } from '../../../parts/links.tsx';
import { useAccount, useAccountAction } from '../../../parts/account-context.tsx';

/** The path that the form for a new file proposes. */
export interface NewFile {
  readonly path: string;
  /** True if Pennyrow created this file at its first start and uses it already, so nothing needs to be created. */
  readonly isConnected: boolean;
}

interface WayFormProps {
  readonly kind: WorkbookKindView;
  readonly way: WorkbookWayView;
  readonly consent: WorkbookConsent;
  readonly newFile?: NewFile;
  /** A file that the user picked from a list. The form is sent at once. */
  readonly pickedPath?: string | null;
  readonly pick?: (path: string) => void;
  readonly foot?: HTMLElement | null;
  /** Called if the columns of the file are not recognized. */
  readonly map: (filled: Filled) => void;
  readonly done: () => void;
}

export interface Filled {
  readonly kind: string;
  readonly way: string;
  readonly settings: FormValues;
  readonly secret?: FormValues;
}

export function WayForm({ kind, way, consent, newFile, pickedPath = null, pick, foot, map, done }: WayFormProps) {
  const { account } = useAccount();
  const { welcome: welcomeText } = useTexts();
  const wayTexts = textsAt(useWorkbookTexts()(kind.id).ways, way.id);
  const connect = useAccountAction('workbook.connect');
  const path = way.fields.find(({ type }) => type === 'path');
  const initialPath = (way.makesNew ? newFile?.path : pickedPath) ?? '';
  const [typedPath, setTypedPath] = useState<string | null>(initialPath);
  const form = useForm(way.fields, path === undefined ? {} : { [path.id]: initialPath });
  const failure = way.asksInBrowser ? consent.failure : connect.error;
  const isKept = way.makesNew && newFile?.isConnected === true && typedPath?.trim() === newFile.path;
  const set = (field: string, value: string | null): void => {
    form.set(field, value);
    connect.reset();
    if (field === path?.id) setTypedPath(value);
  };
  const adopt = (filled: Filled): void =>
    connect.mutate(filled, {
      onSuccess: (view) => (way.makesNew ? done() : consent.setConnected({ ...view, permissionEndsAt: null })),
      onError: ({ code }) => {
        // Only for local files: `MapColumns` asks for the columns of online workbooks.
        if (NEEDS_MAPPING.has(code) && kind.provider === null) map(filled);
      },
    });
  const send = (): void => {
    const sent = form.send();
    if (sent === null) return;
    const filled = { kind: kind.id, way: way.id, settings: sent.settings as FormValues, secret: sent.secret };
    if (isKept) done();
    else if (way.asksInBrowser) consent.begin(filled);
    else adopt(filled);
  };
  const submit = (event: React.SubmitEvent): void => {
    event.preventDefault();
    send();
  };
  const isSent = useRef(false);
  useEffect(() => {
    if (pickedPath === null || isSent.current) return;
    isSent.current = true;
    send();
  });
  const id = useId();
  const button = (
    <Button type="submit" form={id} loading={connect.isPending}>
      {isKept ? welcomeText.next : wayTexts.submit}
    </Button>
  );
  return (
    <form id={id} onSubmit={submit} noValidate>
      <Stack gap="md">
        <Fields
          kind={kind.id}
          form={{ ...form, set }}
          isNew={way.makesNew}
          texts={wayTexts.fields}
          account={account.name}
          {...(way.makesNew || pick === undefined ? {} : { choosePath: pick })}
        />
        {kind.provider !== null && wayTexts.about !== undefined && <Text size="sm">{wayTexts.about}</Text>}
        {failure !== null && !NEEDS_MAPPING.has(failure.code) && <ErrorState failure={failure} />}
        {foot === undefined && <Group justify="flex-end">{button}</Group>}
        {foot != null && createPortal(button, foot)}
      </Stack>
    </form>
  );
}

/** Connects a file after the user has assigned its columns. */
export function MapFile({ filled, done, close }: Readonly<{ filled: Filled; done: () => void; close: () => void }>) {
  const text = useTexts().workbookConnect;
  const connect = useAccountAction('workbook.connect');
  return (
    <Stack gap="md">
      <div>
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {Object.values(filled.settings).join(' ')}
        </Text>
        <Text size="sm">{text.notRecognised}</Text>
      </div>
      <MappingEditor
        of={{ of: filled }}
        save={(mapping) => connect.mutate({ ...filled, mapping }, { onSuccess: done })}
        action={connect}
        close={close}
      />
    </Stack>
  );
}

interface MapColumnsProps {
  readonly unmapped: UnmappedView;
  readonly connected: (view: ConnectedView) => void;
}

/** Asks for the columns of an online spreadsheet before it is connected; asks again if the user leaves the page and returns. */
export function MapColumns({ unmapped: { kind, title, url }, connected }: MapColumnsProps) {
  const { workbookConnect: text, parts } = useTexts();
  const adopt = useAccountAction('workbook.adopt');
  const drop = useAccountAction('workbook.dropUnmapped');
  const provider = useWorkbookKind(kind)?.provider ?? '';
  const [isAsking, { open, close }] = useDisclosure();
  // Uses the promise: connecting unmounts this component, so callbacks of `mutate` would not be called.
  const save = (mapping: ColumnMapping): void => void adopt.mutateAsync({ mapping }).then(connected, () => undefined);
  return (
    <Stack gap="md">
      <div>
        <Text size="sm">
          {text.unmapped({ provider })}{' '}
          <Anchor href={url} target="_blank" rel="noopener noreferrer" size="sm">
            {title}
          </Anchor>
        </Text>
        <Text size="sm" mt={4}>
          {text.unmappedAbout}
        </Text>
        <Button variant="subtle" color="red" size="compact-sm" mt="xs" onClick={open}>
          {text.drop}
        </Button>
      </div>
      <MappingEditor of={{ unmapped: true }} save={save} action={adopt} close={null} />
      <Confirm
        title={parts.named({ label: text.drop, name: title })}
        confirmLabel={text.drop}
        isOpen={isAsking}
        action={drop}
        confirm={() => drop.mutate({}, { onSuccess: close })}
        close={close}
      >
        <Text size="sm">{text.dropWhat({ provider })}</Text>
      </Confirm>
    </Stack>
  );
}

interface RegistrationProps {
  readonly kind: WorkbookKindView;
  readonly registered: RegistrationView | null;
}

export function Registration({ kind, registered }: RegistrationProps) {
  const texts = useWorkbookTexts()(kind.id).registration;
  const [isChanging, setChanging] = useState(false);
  const remove = useAction('registration.remove');
  const { registration } = kind;
  if (registration === null || texts === undefined) return null;
  const entry = <Entry kind={kind} texts={texts.fields} done={() => setChanging(false)} />;
  const guided = (
    <Alert color="blue" title={texts.title}>
      <Stack gap="sm">
        <Guide guide={texts.guide} link={registration.guideLink} />
        {entry}
      </Stack>
    </Alert>
  );
  if (registered === null) return guided;
  const { name, from, replaces } = registered;
  return (
    <Stack gap={4}>
      <Muted style={{ overflowWrap: 'anywhere' }}>
        {from === 'package' ? texts.fromPackage : texts.name({ name })}{' '}
        {from === 'environment' && texts.fromEnvironment}
      </Muted>
      {from !== 'environment' && !isChanging && (
        <Group gap="xs">
          <Button variant="subtle" size="compact-sm" onClick={() => setChanging(true)}>
            {from === 'package' ? texts.useOwn : texts.change}
          </Button>
          {replaces === 'package' && (
            <Button
              variant="subtle"
              size="compact-sm"
              loading={remove.isPending}
              onClick={() => remove.mutate({ kind: kind.id })}
            >
              {texts.usePackaged}
            </Button>
          )}
        </Group>
      )}
      <ErrorState failure={remove.error} />
      {isChanging && (from === 'package' ? guided : entry)}
    </Stack>
  );
}

function Entry({ kind, texts, done }: Readonly<{ kind: WorkbookKindView; texts: FormTexts; done: () => void }>) {
  const set = useAction('registration.set');
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const fields = kind.registration?.fields ?? [];
  const take = (field: string, value: string | null): void => {
    const next = { ...values, [field]: value ?? '' };
    setValues(next);
    if (fields.every(({ id }) => (next[id] ?? '') !== ''))
      set.mutate({ kind: kind.id, given: next }, { onSuccess: done });
  };
  return (
    <Stack gap="sm">
      {fields.map((field) => (
        <Field
          key={field.id}
          field={field}
          texts={textsAt(texts, field.id)}
          initial=""
          wasSubmitted={false}
          isFirst={false}
          set={take}
        />
      ))}
      <ErrorState failure={set.error} />
    </Stack>
  );
}
