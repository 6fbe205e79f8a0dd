import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { KeptPreview } from '../../../../src/contract/control/previews.ts';
import type { RowAnswer, Run } from '../../../../src/contract/control/runs.ts';
import { clearStoredState, useStoredState } from '../../../base/stored-state.ts';
import { useTexts } from '../../../base/words.tsx';
import { useCarrier, useRunProgress } from '../../../base/control/use-control.tsx';
import type { ControlFailure } from '../../../base/control/carrier.ts';
import { BankLines, BESIDE_ANOTHER } from '../../../parts/bank-lines.tsx';
import { Card, ErrorState, LoadingState } from '../../../parts/layout.tsx';
import { countsInWords } from '../../../parts/count-words.ts';
import { MessageText } from '../../../parts/message-text.tsx';
import { findDecided, useDecisions } from '../../../parts/same-rows.tsx';
import { MappingEditor } from '../mapping/mapping-editor.tsx';
import { DropZone, FileLine } from './file-line.tsx';
import {
  type Batch,
  batchesOf,
  isAsking,
  isReady,
  MAX_FILES,
  needsAnswers,
  storageKey,
  useFiles,
  useImport,
} from './use-files.ts';
import { PageLink } from '../../../parts/links.tsx';
import { useAccount } from '../../../parts/account-context.tsx';

export function ImportFiles({ opensAtOnce = false }: { readonly opensAtOnce?: boolean }) {
  const { connectionsImport: text, run: runText } = useTexts();
  const accountId = useAccount().account.id;
  const progress = useRunProgress(accountId);
  const perform = useImport(accountId);
  const { files, add, remove, change, setDateOrder, reload, clear } = useFiles(
    accountId,
    perform.isPending ? 'under-way' : perform.data === undefined ? 'not-yet' : 'done',
  );
  const [editedKey, setEditedKey] = useStoredState<string | null>(storageKey(accountId, 'edited'), null);
  const [isTooMany, setTooMany] = useState(false);
  /** Incremented whenever the user changes how files are read. */
  const [reading, setReading] = useState(0);
  const isBusy = perform.isPending || perform.data !== undefined;
  const isSettled =
    files.length > 0 && files.every(({ inspection, failure }) => inspection !== null || failure !== null);
  const batches = isSettled ? batchesOf(files) : [];
  const waiting = files.filter((file) => !isReady(file));
  const asking = waiting.filter(isAsking).length;
  const list = useRef<HTMLDivElement>(null);
  const closeEditor = (): void => {
    clearStoredState(storageKey(accountId, 'mapping'));
    flushSync(() => setEditedKey(null));
    list.current?.focus();
  };
  const edited = files.find(({ key }) => key === editedKey);
  const [only = null] = files.length === 1 ? files : [];
  const unansweredKey = only !== null && needsAnswers(only) ? only.key : null;
  /** The key of the file whose questions were opened automatically, so that this happens only once. */
  const opened = useRef<string | null>(null);
  useEffect(() => {
    if (unansweredKey === null || opened.current === unansweredKey) return;
    opened.current = unansweredKey;
    setEditedKey(unansweredKey);
  }, [unansweredKey, setEditedKey]);
  const finish = (): void => {
    setEditedKey(null);
    perform.reset();
    clear();
  };
  const take = (chosen: readonly File[]): void => {
    if (perform.isPending || chosen.length === 0) return;
    if (perform.data !== undefined) finish();
    setTooMany(files.length + chosen.length > MAX_FILES);
    void add(chosen.slice(0, MAX_FILES - files.length));
  };
  return (
    <Card title={text.title}>
      <Stack gap="md">
        <div hidden={edited !== undefined}>
          <DropZone add={take} opensAtOnce={opensAtOnce} isCompact={files.length > 0} />
        </div>
        {isTooMany && <Text size="sm">{text.tooMany}</Text>}
        {files.length > 0 && !isBusy && edited === undefined && (
          <Stack component="ul" gap={0} ref={list} tabIndex={-1} aria-label={text.title}>
            {files.map((file) => (
              <FileLine
                key={file.key}
                file={file}
                edit={() => setEditedKey(file.key)}
                remove={() => remove(file.key)}
                setAccount={(bankAccount) => change(file.key, { bankAccount })}
                setDateOrder={(dateOrder) => setDateOrder(file.key, dateOrder)}
              />
            ))}
          </Stack>
        )}
        {edited?.upload != null && !isBusy && (
          <MappingEditor
            key={edited.key}
            file={edited.upload}
            storageName={storageKey(accountId, `mapping.${edited.key}`)}
            remembered={edited.inspection?.csv?.isRemembered === true ? edited.inspection.csv.mapping : null}
            saved={() => {
              closeEditor();
              setReading(reading + 1);
              reload();
            }}
            cancel={closeEditor}
          />
        )}
        {batches.length > 0 && !isBusy && edited === undefined && (
          <Proposal
            accountId={accountId}
            batches={batches}
            reading={reading}
            left={waiting.length === 0 ? null : text.waits({ asking, unread: waiting.length - asking })}
            perform={(answers) => perform.mutate({ batches, answers })}
            discard={finish}
          />
        )}
        {perform.isPending && (
          <div role="status">
            {progress !== null && <Text size="sm">{runText.stage({ stage: progress.stage })}</Text>}
            <LoadingState height={100} />
          </div>
        )}
        <ErrorState
          failure={perform.error}
          retry={() => perform.mutate(perform.variables ?? { batches, answers: [] })}
        />
        {perform.data !== undefined && <Outcome runs={perform.data} retry={() => perform.reset()} close={finish} />}
      </Stack>
    </Card>
  );
}

interface Proposed {
  readonly accountId: string;
  readonly batches: Batch[];
  readonly reading: number;
  readonly left: string | null;
  readonly perform: (answers: RowAnswer[]) => void;
  readonly discard: () => void;
}

function Proposal({ accountId, batches, reading, left, perform, discard }: Proposed) {
  const { connectionsImport: text, bankLines: linesText, preview, parts } = useTexts();
  const storageName = storageKey(accountId, 'preview');
  const decidedIds = useRef(findDecided(storageName));
  const carrier = useCarrier();
  const { data, error, refetch, isFetching } = useQuery<KeptPreview, ControlFailure>({
    // Does not begin with the procedure's name: otherwise the end of an import, which deletes the files, would repeat the preview.
    queryKey: ['dry-run', accountId, batches, reading],
    queryFn: ({ signal }) => carrier.call('preview.make', { accountId, batches, decided: decidedIds.current }, signal),
    gcTime: 0,
  });
  const decisions = useDecisions(data, storageName);
  useEffect(() => {
    decidedIds.current = decisions.decided;
  });
  if (error !== null && !isFetching) return <ErrorState failure={error} retry={refetch} />;
  if (data === undefined) return <LoadingState height={160} />;
  const { added, updated, alreadyThere = 0 } = data.counts;
  const inOwnRows = decisions.same.answers.filter(({ rowId }) => rowId !== null).length;
  const news = added + updated - inOwnRows - decisions.fewer;
  return (
    <Stack gap="sm">
      <div role="status">
        <Title order={3}>{preview.title}</Title>
        <Text size="sm">{news + inOwnRows + alreadyThere === 0 ? preview.nothingNew : preview.nothingWritten}</Text>
        {left !== null && <Text size="sm">{left}</Text>}
        {decisions.fewer > 0 && <Text size="sm">{linesText.fewer({ count: decisions.fewer })}</Text>}
      </div>
      <BankLines key={data.previewId} preview={data} decisions={decisions} retry={refetch}>
        <Button px={BESIDE_ANOTHER} onClick={() => perform(decisions.answers)} disabled={decisions.same.open > 0}>
          {text.importNow({ count: news })}
        </Button>
        <Button px={BESIDE_ANOTHER} variant="default" onClick={discard}>
          {parts.cancel}
        </Button>
      </BankLines>
    </Stack>
  );
}

function Outcome({ runs, retry, close }: Readonly<{ runs: readonly Run[]; retry: () => void; close: () => void }>) {
  const { parts, run: runText, format } = useTexts();
  const place = useRef<HTMLDivElement>(null);
  const hasFailed = runs.some(({ status }) => status === 'failed' || status === 'cancelled');
  const isWhole = runs.every(({ status }) => status === 'succeeded');
  const status = isWhole ? 'succeeded' : hasFailed && runs.length === 1 ? 'failed' : 'partial';
  useEffect(() => place.current?.focus(), []);
  return (
    <div ref={place} tabIndex={-1} role="status">
      <Alert
        color={isWhole ? 'teal' : hasFailed ? 'red' : 'orange'}
        icon={isWhole ? <IconCheck aria-hidden /> : <IconAlertTriangle aria-hidden />}
        title={`${runText.kind.import}: ${runText.status[status]}`}
      >
        {runs.map(({ id, counts, messages, status: ended }) => (
          <Fragment key={id}>
            <Text size="sm">
              {ended !== 'failed' && ended !== 'cancelled' && `${countsInWords(counts, runText, format)}. `}
              <PageLink to={`/activity/${id}`} c="inherit">
                {parts.report}
              </PageLink>
            </Text>
            {messages.map((message) => (
              <MessageText key={message.message} message={message} />
            ))}
          </Fragment>
        ))}
        <Group gap="xs" mt="sm">
          {hasFailed && (
            <Button size="xs" onClick={retry}>
              {parts.again}
            </Button>
          )}
          <Button size="xs" variant="default" onClick={close}>
            {parts.close}
          </Button>
        </Group>
      </Alert>
    </div>
  );
}
