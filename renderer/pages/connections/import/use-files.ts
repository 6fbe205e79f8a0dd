import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Input } from '../../../../src/contract/control/index.ts';
import type { RowAnswer, Run } from '../../../../src/contract/control/runs.ts';
import type { DayMonthOrder, StatementInspection, UploadedFile } from '../../../../src/contract/control/statements.ts';
import { isDateOrderOpen } from '../../../../src/contract/date-order.ts';
import { problem } from '../../../../src/messages/problem.ts';
import { clearStoredState, readStoredState, storeState } from '../../../base/stored-state.ts';
import { useCarrier } from '../../../base/control/use-control.tsx';
import { type ControlFailure, failureOf, toFailure } from '../../../base/control/carrier.ts';

const MAXIMUM_BYTES = 64 * 1024 * 1024;

export const MAX_FILES = 100;

/** Files survive a reload. If the user leaves the page, files are discarded unless their import is running. */
export function useFiles(accountId: string, importing: 'not-yet' | 'under-way' | 'done') {
  const carrier = useCarrier();
  const queries = useQueryClient();
  const [files, setFiles] = useState<readonly ChosenFile[]>(() => readStoredFiles(accountId));
  const current = useRef(files);
  const isLeft = useRef(false);
  useEffect(() => {
    current.current = files;
    if (importing === 'not-yet') storeFiles(accountId, files);
    else clearStoredFiles(accountId);
  }, [accountId, files, importing]);
  const update = (key: string, news: Partial<ChosenFile>): void =>
    setFiles((before) => before.map((file) => (file.key === key ? { ...file, ...news } : file)));
  const discard = (uploads: readonly Pick<ChosenFile, 'upload'>[]): void => {
    const paths = uploads.flatMap(({ upload }) => upload?.path ?? []);
    // If this call fails, the service removes the files later.
    if (paths.length > 0) void carrier.call('statement.discard', { paths }).catch(() => undefined);
  };
  const look = async ({ key, upload, dateOrder }: Omit<StoredFile, 'name' | 'bankAccount'>): Promise<void> => {
    if (upload === null) return;
    const input = { accountId, path: upload.path, ...(dateOrder !== null && { answers: { dateOrder } }) };
    try {
      update(key, { inspection: await carrier.call('statement.inspect', input), failure: null });
    } catch (thrown) {
      update(key, { failure: toFailure(thrown) });
    }
  };
  const lookAtAll = (): void => void Promise.all(files.map(look));
  const bring = async (key: string, file: File): Promise<void> => {
    if (file.size > MAXIMUM_BYTES)
      return update(key, { failure: failureOf(problem('input_upload_too_large', { name: file.name, megabytes: 64 })) });
    try {
      const upload = await carrier.receive(file);
      // The user removed the file or left the page during the upload.
      if (isLeft.current || !current.current.some((one) => one.key === key)) return discard([{ upload }]);
      update(key, { upload });
      await look({ key, upload, dateOrder: null });
    } catch (thrown) {
      update(key, { failure: toFailure(thrown) });
    }
  };
  // After a reload, ask the service which files it still has.
  const enter = useEffectEvent(lookAtAll);
  const leave = useEffectEvent((): void => {
    clearStoredFiles(accountId);
    // Asks the query client about a running import: the user may leave before the page's own state shows it.
    if (queries.isMutating({ mutationKey: importKey(accountId) }) === 0) discard(files);
  });
  useEffect(() => {
    isLeft.current = false;
    enter();
    return () => {
      isLeft.current = true;
      leave();
    };
  }, []);
  return {
    files,
    add: async (chosen: readonly File[]): Promise<void> => {
      const newFiles = chosen
        .map((file) => ({ file, key: `${file.name} ${file.size} ${file.lastModified}` }))
        .filter(({ key }) => !files.some((known) => known.key === key));
      setFiles((before) => [
        ...before,
        ...newFiles.map(({ file, key }) => ({
          key,
          name: file.name,
          upload: null,
          inspection: null,
          failure: null,
          bankAccount: null,
          dateOrder: null,
        })),
      ]);
      for (const { key, file } of newFiles) await bring(key, file);
    },
    remove: (key: string): void => {
      discard(files.filter((file) => file.key === key));
      setFiles((before) => before.filter((file) => file.key !== key));
    },
    change: update,
    setDateOrder: (key: string, dateOrder: DayMonthOrder | null): void => {
      update(key, { dateOrder });
      const upload = files.find((file) => file.key === key)?.upload ?? null;
      void look({ key, upload, dateOrder });
    },
    reload: lookAtAll,
    clear: (): void => {
      clearStoredFiles(accountId);
      discard(files);
      setFiles([]);
    },
  };
}

export interface ChosenFile {
  readonly key: string;
  readonly name: string;
  readonly upload: UploadedFile | null;
  readonly inspection: StatementInspection | null;
  readonly failure: ControlFailure | null;
  readonly bankAccount: string | null;
  readonly dateOrder: DayMonthOrder | null;
}

export type Batch = NonNullable<Input<'preview.make'>['batches']>[number];

export function needsAnswers({ inspection }: ChosenFile): boolean {
  const { csv, problem } = inspection ?? { csv: null, problem: null };
  return (
    csv !== null && csv.columns.length > 0 && (csv.questions.length > 0 || problem?.code === 'statement_csv_unclear')
  );
}

export function needsAccount({ inspection }: ChosenFile): boolean {
  return inspection?.problem?.code === 'statement_csv_account';
}

export function needsDateOrder({ inspection }: ChosenFile): boolean {
  return inspection?.problem != null && isDateOrderOpen(inspection.problem);
}

export function isAsking(file: ChosenFile): boolean {
  return needsAnswers(file) || needsAccount(file) || needsDateOrder(file);
}

export function isReady(file: ChosenFile): boolean {
  const { upload, inspection, bankAccount } = file;
  if (upload === null || inspection === null) return false;
  if (needsAccount(file)) return (bankAccount ?? '').trim() !== '';
  return inspection.problem === null && !needsAnswers(file);
}

/** Answers apply to a whole import, so files with different answers are imported separately. */
export function batchesOf(files: readonly ChosenFile[]): Batch[] {
  const bySaid = Map.groupBy(files.filter(isReady), ({ bankAccount, dateOrder }) =>
    JSON.stringify([bankAccount?.trim() ?? '', dateOrder]),
  );
  return [...bySaid.values()].map((those) => {
    const [bankAccount, dateOrder] = [those[0]?.bankAccount?.trim() ?? '', those[0]?.dateOrder ?? null];
    return {
      paths: those.flatMap(({ upload }) => upload?.path ?? []),
      ...(bankAccount === '' ? {} : { bankAccount }),
      ...(dateOrder === null ? {} : { dateOrder }),
    };
  });
}

export function storageKey(accountId: string, what: string): string {
  return `import.${accountId}.${what}`;
}

type StoredFile = Pick<ChosenFile, 'key' | 'name' | 'upload' | 'bankAccount' | 'dateOrder'>;

export function readStoredFiles(accountId: string): ChosenFile[] {
  const storedFiles = readStoredState<readonly StoredFile[]>(storageKey(accountId, 'files')) ?? [];
  return storedFiles.map((file) => ({ ...file, inspection: null, failure: null }));
}

function storeFiles(accountId: string, files: readonly ChosenFile[]): void {
  const storedFiles = files
    .filter(({ upload }) => upload !== null)
    .map(({ key, name, upload, bankAccount, dateOrder }): StoredFile => ({
      key,
      name,
      upload,
      bankAccount,
      dateOrder,
    }));
  storeState(storageKey(accountId, 'files'), storedFiles);
}

function clearStoredFiles(accountId: string): void {
  clearStoredState(storageKey(accountId, ''));
}

function importKey(accountId: string): readonly string[] {
  return ['import', accountId];
}

interface ImportRequest {
  readonly batches: readonly Batch[];
  readonly answers: RowAnswer[];
}

export function useImport(accountId: string): UseMutationResult<readonly Run[], ControlFailure, ImportRequest> {
  const carrier = useCarrier();
  return useMutation<readonly Run[], ControlFailure, ImportRequest>({
    mutationKey: importKey(accountId),
    mutationFn: async ({ batches, answers }) => {
      const runs: Run[] = [];
      for (const batch of batches) {
        const { runId } = await carrier.call('run.import', { accountId, ...batch, answers });
        runs.push(await carrier.call('run.wait', { runId }));
      }
      return runs;
    },
  });
}
