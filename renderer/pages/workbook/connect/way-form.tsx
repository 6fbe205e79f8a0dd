import { Button, Group, Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { AccountView } from '../../../../src/contract/control/accounts.ts';
import type { FormValues, WorkbookKindView, WorkbookWayView } from '../../../../src/contract/control/kinds.ts';
import type { ColumnMapping } from '../../../../src/contract/control/workbook.ts';
import { textsAt } from '../../../../src/messages/kind-texts.ts';
import { useAction } from '../../../control/use-control.ts';
import { Fields } from '../../../kinds/fields.tsx';
import { useWorkbookTexts } from '../../../kinds/use-kind-texts.ts';
import { useForm } from '../../../kinds/use-form.ts';
import { ErrorState } from '../../../parts/error-state.tsx';
import { useTexts } from '../../../words/words.tsx';
import { MappingEditor } from '../mapping/mapping-editor.tsx';
import { NEEDS_MAPPING } from '../needs-mapping.ts';
import type { Consent } from './use-consent.ts';

interface WayFormProps {
  readonly kind: WorkbookKindView;
  readonly way: WorkbookWayView;
  readonly account: AccountView;
  readonly consent: Consent;
  /** Of a field for a path: what it begins with, and who remembers what is typed. */
  readonly begunPath: string;
  readonly typedPath: (path: string | null) => void;
  /** The path was picked from a list: nothing else need be said. */
  readonly isPicked: boolean;
  readonly done: () => void;
}

interface Filled {
  readonly kind: string;
  readonly way: string;
  readonly settings: FormValues;
  readonly secret?: FormValues;
}

/** What one way needs; where the columns of what it leads to are not recognised, a person says which is which. */
export function WayForm({ kind, way, account, consent, begunPath, typedPath, isPicked, done }: WayFormProps) {
  const text = useTexts().workbookConnect;
  const said = textsAt(useWorkbookTexts()(kind.id).ways, way.id);
  const connect = useAction('workbook.connect');
  const accountId = account.id;
  const path = way.fields.find(({ type }) => type === 'path');
  const form = useForm(way.fields, path === undefined ? {} : { [path.id]: begunPath });
  /** What leads to the workbook whose columns are to be told. */
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
          // What a service let in waits for its columns on its own.
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
            texts={said.fields}
            account={account.name}
          />
          {said.about !== undefined && <Text size="sm">{said.about}</Text>}
          {failure !== null && !NEEDS_MAPPING.has(failure.code) && <ErrorState failure={failure} />}
          {unknown === null && (
            <Group justify="flex-end">
              <Button type="submit" loading={connect.isPending}>
                {said.submit}
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
