import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import type { AccountView } from '../../../../src/contract/control/accounts.ts';
import type { FormValues, WorkbookKindView, WorkbookWayView } from '../../../../src/contract/control/kinds.ts';
import type { ColumnMapping, ConnectedView, UnmappedView } from '../../../../src/contract/control/workbook.ts';
import { textsAt } from '../../../../src/messages/kind-texts.ts';
import { useTexts } from '../../../base/words.tsx';
import { useAction } from '../../../base/control/use-control.ts';
import { Confirm } from '../../../parts/dialog-form.tsx';
import { Fields } from '../../../parts/kinds/fields.tsx';
import { useForm } from '../../../parts/kinds/use-form.ts';
import { useWorkbookTexts } from '../../../parts/kinds/use-kinds.ts';
import { useWorkbookKind } from '../../../parts/kinds/use-kinds.ts';
import { ErrorState } from '../../../parts/states.tsx';
import { MappingEditor } from '../mapping/mapping-editor.tsx';
import { NEEDS_MAPPING } from '../mapping/set-columns.tsx';
import type { Consent } from './consent-steps.tsx';

interface WayFormProps {
  readonly kind: WorkbookKindView;
  readonly way: WorkbookWayView;
  readonly account: AccountView;
  readonly consent: Consent;
  /** The initial path, and a callback that remembers input. */
  readonly initialPath: string;
  readonly typedPath: (path: string | null) => void;
  /** The path was chosen from a list, so no other input is needed. */
  readonly isPicked: boolean;
  readonly done: () => void;
}

interface Filled {
  readonly kind: string;
  readonly way: string;
  readonly settings: FormValues;
  readonly secret?: FormValues;
}

/** The form of one way. If its workbook has unknown columns, the user maps them. */
export function WayForm({ kind, way, account, consent, initialPath, typedPath, isPicked, done }: WayFormProps) {
  const text = useTexts().workbookConnect;
  const wayTexts = textsAt(useWorkbookTexts()(kind.id).ways, way.id);
  const connect = useAction('workbook.connect');
  const accountId = account.id;
  const path = way.fields.find(({ type }) => type === 'path');
  const form = useForm(way.fields, path === undefined ? {} : { [path.id]: initialPath });
  /** The form of a workbook whose columns must be mapped. */
  const [unknown, setUnknown] = useState<Filled | null>(null);
  const failure = way.asksInBrowser ? consent.failure : connect.error;
  const forget = (): void => {
    connect.reset();
    setUnknown(null);
  };
  const set = (field: string, value: string | null): void => {
    form.set(field, value);
    forget();
    if (field === path?.id) typedPath(value);
  };
  const adopt = (filled: Filled, mapping?: ColumnMapping): void =>
    connect.mutate(
      { accountId, ...filled, ...(mapping === undefined ? {} : { mapping }) },
      {
        onSuccess: done,
        onError: ({ code }) => {
          // Workbooks of online services wait for their columns in `TellColumns`.
          if (NEEDS_MAPPING.has(code) && kind.provider === null) setUnknown(filled);
        },
      },
    );
  const send = (): void => {
    const sent = form.send();
    if (sent === null) return;
    const filled = { kind: kind.id, way: way.id, settings: sent.settings as FormValues, secret: sent.secret };
    if (way.asksInBrowser) consent.begin(filled);
    else adopt(filled);
  };
  const submit = (event: React.SubmitEvent): void => {
    event.preventDefault();
    send();
  };
  const isSent = useRef(false);
  useEffect(() => {
    if (!isPicked || isSent.current) return;
    isSent.current = true;
    send();
  });
  return (
    <>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Fields
            kind={kind.id}
            form={{ ...form, set }}
            isNew={way.makesNew}
            texts={wayTexts.fields}
            account={account.name}
          />
          {wayTexts.about !== undefined && <Text size="sm">{wayTexts.about}</Text>}
          {failure !== null && !NEEDS_MAPPING.has(failure.code) && <ErrorState failure={failure} />}
          {unknown === null && (
            <Group justify="flex-end">
              <Button type="submit" loading={connect.isPending}>
                {wayTexts.submit}
              </Button>
            </Group>
          )}
        </Stack>
      </form>
      {unknown !== null && (
        <>
          <Text size="sm">{text.notRecognised}</Text>
          <MappingEditor
            accountId={accountId}
            of={{ of: unknown }}
            save={(mapping) => adopt(unknown, mapping)}
            isSaving={connect.isPending}
            failure={null}
            close={forget}
          />
        </>
      )}
    </>
  );
}

interface TellColumnsProps {
  readonly accountId: string;
  readonly unmapped: UnmappedView;
  readonly connected: (view: ConnectedView) => void;
}

/** A spreadsheet that may be used once its columns are mapped. It is still listed when the user returns. */
export function TellColumns({ accountId, unmapped: { kind, title, url }, connected }: TellColumnsProps) {
  const text = useTexts().workbookConnect;
  const adopt = useAction('workbook.adopt');
  const drop = useAction('workbook.dropUnmapped');
  const provider = useWorkbookKind(kind)?.provider ?? '';
  const [isAsking, { open, close }] = useDisclosure();
  // A connected workbook unmounts this part, so only the promise of `mutateAsync` resolves.
  const save = (mapping: ColumnMapping): void =>
    void adopt.mutateAsync({ accountId, mapping }).then(connected, () => undefined);
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
      <MappingEditor
        accountId={accountId}
        of={{ unmapped: true }}
        save={save}
        isSaving={adopt.isPending}
        failure={adopt.error}
        close={null}
      />
      <Confirm
        title={text.dropTitle({ title })}
        confirmLabel={text.drop}
        isOpen={isAsking}
        isPending={drop.isPending}
        failure={drop.error}
        confirm={() => drop.mutate({ accountId }, { onSuccess: close })}
        close={close}
      >
        <Text size="sm">{text.dropWhat({ provider })}</Text>
      </Confirm>
    </Stack>
  );
}
