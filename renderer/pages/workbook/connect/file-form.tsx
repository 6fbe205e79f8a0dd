import { Button, Group, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ColumnMapping } from '../../../../src/contract/control/workbook.ts';
import { useAction } from '../../../control/use-control.ts';
import { withPathChooser } from '../../../parts/choose-path.tsx';
import { ErrorState } from '../../../parts/error-state.tsx';
import { useTexts } from '../../../words/words.tsx';
import { MappingEditor } from '../mapping/mapping-editor.tsx';
import { NEEDS_MAPPING } from '../needs-mapping.ts';

const WAYS = ['create', 'connect'] as const;

/** A new file, or one that is there; where its columns are not recognised, a person says which is which. */
export function FileForm({
  accountId,
  suggestedPath,
  done,
}: {
  readonly accountId: string;
  readonly suggestedPath: string;
  readonly done: () => void;
}) {
  const text = useTexts().workbookConnect;
  const create = useAction('workbook.create');
  const connect = useAction('workbook.connect');
  const [way, setWay] = useState<(typeof WAYS)[number]>('create');
  const [path, setPath] = useState(suggestedPath);
  const [isTried, setTried] = useState(false);
  /** The file whose columns are to be told. */
  const [unknown, setUnknown] = useState<string | null>(null);
  const failure = way === 'create' ? create.error : connect.error;
  const label = way === 'create' ? text.newPath : text.path;
  const forget = (): void => {
    create.reset();
    connect.reset();
    setUnknown(null);
  };
  const setFile = (file: string): void => {
    setPath(file);
    forget();
  };
  const adopt = (file: string, mapping?: ColumnMapping): void =>
    connect.mutate(mapping === undefined ? { accountId, path: file } : { accountId, path: file, mapping }, {
      onSuccess: done,
      onError: ({ code }) => {
        if (NEEDS_MAPPING.has(code)) setUnknown(file);
      },
    });
  const submit = (event: React.SubmitEvent): void => {
    event.preventDefault();
    setTried(true);
    const file = path.trim();
    if (file === '') return;
    if (way === 'create') create.mutate({ accountId, path: file }, { onSuccess: done });
    else adopt(file);
  };
  return (
    <Stack gap="md">
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Radio.Group
            aria-label={text.place.file}
            value={way}
            onChange={(next) => {
              setWay(next);
              // What was proposed is no file yet, and what was typed is not forgotten.
              if (next === 'connect' && path === suggestedPath) setPath('');
              if (next === 'create' && path === '') setPath(suggestedPath);
              forget();
            }}
          >
            <Stack gap="xs">
              {WAYS.map((each) => (
                <Radio key={each} value={each} label={text.file[each]} />
              ))}
            </Stack>
          </Radio.Group>
          <TextInput
            label={label}
            description={way === 'create' ? text.createAbout : text.connectAbout}
            placeholder={text.pathExample}
            value={path}
            onChange={({ currentTarget }) => setFile(currentTarget.value)}
            inputContainer={withPathChooser({
              kind: way === 'create' ? 'new-workbook' : 'workbook',
              typed: path,
              label,
              choose: setFile,
            })}
            error={isTried && path.trim() === '' && text.pathMissing}
            required
          />
          {failure !== null && (unknown === null || !NEEDS_MAPPING.has(failure.code)) && (
            <ErrorState failure={failure} />
          )}
          {unknown === null && (
            <Group justify="flex-end">
              <Button type="submit" loading={create.isPending || connect.isPending}>
                {way === 'create' ? text.create : text.connect}
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
            of={{ path: unknown }}
            save={(mapping) => adopt(unknown, mapping)}
            isSaving={connect.isPending}
            failure={null}
            close={forget}
          />
        </>
      )}
    </Stack>
  );
}
