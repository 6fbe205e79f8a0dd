import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { RowAnswer, Run, StartedRun } from '../../../../src/contract/control/runs.ts';
import type { DayMonthOrder, StatementInspection, UploadedFile } from '../../../../src/contract/control/statements.ts';
import { isDateOrderOpen } from '../../../../src/contract/date-order.ts';
import { problem } from '../../../../src/messages/problem.ts';
import { findKept, forgetKept, keep } from '../../../base/use-kept.ts';
import { useCarrier } from '../../../control/control-context.tsx';
import { type ControlFailure, failureOf, toFailure } from '../../../control/failure.ts';

/** The service's own limit, so that nothing is sent in vain. */
const MAXIMUM_BYTES = 64 * 1024 * 1024;

export const MOST_FILES = 100;

interface Files {
  readonly files: readonly ChosenFile[];
  /** Sends and looks at each; one that is there already is left out. */
  readonly add: (chosen: readonly File[]) => void;
  readonly remove: (key: string) => void;
  readonly change: (key: string, news: Partial<Pick<ChosenFile, 'bankAccount'>>) => void;
  /** Looks at the file again, with its dates in this order. */
  readonly setDateOrder: (key: string, dateOrder: DayMonthOrder | null) => void;
  /** Looks at every file again, once another mapping is remembered. */
  readonly reload: () => void;
  /** Forgets them; what the service still has of them is removed there. */
  readonly clear: () => void;
}

/**
 * The files that a person chose on this page, from the first byte to the import; a reload finds them again. Those that are held
 * by an import are left to it: it continues when the page is left, and the service removes them at its end.
 */
export function useFiles(accountId: string, importing: 'not-yet' | 'under-way' | 'done'): Files {
  const carrier = useCarrier();
  const held = importing === 'under-way';
  const [files, setFiles] = useState<readonly ChosenFile[]>(() => findKeptFiles(accountId));
  const current = useRef(files);
  const isLeft = useRef(false);
  const isBackingOff = useRef(held);
  useEffect(() => {
    current.current = files;
    isBackingOff.current = held;
    if (importing === 'not-yet') keepFiles(accountId, files);
    else forgetFiles(accountId);
  }, [accountId, files, held, importing]);
  const update = useCallback(
    (key: string, news: Partial<ChosenFile>) =>
      setFiles((before) => before.map((file) => (file.key === key ? { ...file, ...news } : file))),
    [],
  );
  const discard = useCallback(
    (gone: readonly ChosenFile[]) => {
      const paths = gone.flatMap(({ upload }) => upload?.path ?? []);
      // The service removes them on its own later on, should it not hear this.
      if (paths.length > 0) void carrier.call('statement.discard', { paths }).catch(() => undefined);
    },
    [carrier],
  );
  const look = useCallback(
    async (key: string, path: string, dateOrder: DayMonthOrder | null = null): Promise<void> => {
      try {
        update(key, {
          inspection: (await carrier.call('statement.inspect', {
            accountId,
            path,
            ...(dateOrder === null ? {} : { answers: { dateOrder } }),
          })) as StatementInspection,
          failure: null,
        });
      } catch (thrown) {
        update(key, { failure: toFailure(thrown) });
      }
    },
    [carrier, accountId, update],
  );
  const bring = useCallback(
    async (key: string, file: File): Promise<void> => {
      if (file.size > MAXIMUM_BYTES)
        return update(key, { failure: failureOf(problem('page_too_large', { name: file.name })) });
      try {
        const upload = await carrier.receive(file);
        // Taken out, or the page was left, while it was on its way.
        if (isLeft.current || !current.current.some((one) => one.key === key))
          return void carrier.call('statement.discard', { paths: [upload.path] }).catch(() => undefined);
        update(key, { upload });
        await look(key, upload.path);
      } catch (thrown) {
        update(key, { failure: toFailure(thrown) });
      }
    },
    [carrier, update, look],
  );
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
      forgetFiles(accountId);
      if (!isBackingOff.current) discard(current.current);
    };
  }, [accountId, discard]);
  useEffect(() => {
    // Those of before a reload: only the service knows what they are, and whether it still has them.
    for (const { key, upload, dateOrder } of current.current)
      if (upload !== null) void look(key, upload.path, dateOrder);
  }, [look]);
  return {
    files,
    add: (chosen) => {
      const fresh = chosen
        .map((file) => ({ file, key: `${file.name} ${file.size} ${file.lastModified}` }))
        .filter(({ key }) => !files.some((known) => known.key === key));
      setFiles((before) => [
        ...before,
        ...fresh.map(({ file, key }) => ({
          key,
          name: file.name,
          upload: null,
          inspection: null,
          failure: null,
          bankAccount: null,
          dateOrder: null,
        })),
      ]);
      void bringAll(fresh, bring);
    },
    remove: (key) => {
      discard(files.filter((file) => file.key === key));
      setFiles((before) => before.filter((file) => file.key !== key));
    },
    change: update,
    setDateOrder: (key, dateOrder) => {
      update(key, { dateOrder });
      const path = files.find((file) => file.key === key)?.upload?.path;
      if (path !== undefined) void look(key, path, dateOrder);
    },
    reload: () => {
      for (const { key, upload, dateOrder } of files) if (upload !== null) void look(key, upload.path, dateOrder);
    },
    clear: () => {
      forgetFiles(accountId);
      discard(files);
      setFiles([]);
    },
  };
}

/** One after another: they go to the same disk. */
async function bringAll(
  fresh: readonly { readonly key: string; readonly file: File }[],
  bring: (key: string, file: File) => Promise<void>,
): Promise<void> {
  for (const { key, file } of fresh) await bring(key, file);
}

/** A statement file that a person chose, as far as it is known. */
export interface ChosenFile {
  readonly key: string;
  readonly name: string;
  readonly upload: UploadedFile | null;
  readonly inspection: StatementInspection | null;
  readonly failure: ControlFailure | null;
  /** The bank account that the person named for it; null where the file or what is remembered tells. */
  readonly bankAccount: string | null;
  /** The order of day and month that the person named for it; null where the file shows it. */
  readonly dateOrder: DayMonthOrder | null;
}

/** Files that are imported together. */
export interface Batch {
  readonly paths: string[];
  readonly bankAccount?: string;
  readonly dateOrder?: DayMonthOrder;
}

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

export function isReady(file: ChosenFile): boolean {
  const { upload, inspection, bankAccount } = file;
  if (upload === null || inspection === null) return false;
  if (needsAccount(file)) return (bankAccount ?? '').trim() !== '';
  return inspection.problem === null && !needsAnswers(file);
}

/** What is said of files holds for every one of an import, so that those with another answer are imported on their own. */
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

/**
 * What a person was doing with files, for a reload: which they were, and all that was answered of them. The service has the
 * files themselves, and says so when it has one no more. An import that has begun is the service's.
 */
export function nameOfKept(accountId: string, what: string): string {
  return `import.${accountId}.${what}`;
}

type KeptFile = Pick<ChosenFile, 'key' | 'name' | 'upload' | 'bankAccount' | 'dateOrder'>;

/** Those that the service was brought before the reload, to be looked at again. */
export function findKeptFiles(accountId: string): ChosenFile[] {
  const kept = findKept<readonly KeptFile[]>(nameOfKept(accountId, 'files')) ?? [];
  return kept.map((file) => ({ ...file, inspection: null, failure: null }));
}

function keepFiles(accountId: string, files: readonly ChosenFile[]): void {
  const kept = files
    .filter(({ upload }) => upload !== null)
    .map(({ key, name, upload, bankAccount, dateOrder }): KeptFile => ({ key, name, upload, bankAccount, dateOrder }));
  keep(nameOfKept(accountId, 'files'), kept);
}

function forgetFiles(accountId: string): void {
  forgetKept(nameOfKept(accountId, ''));
}

interface Wanted {
  readonly batches: readonly Batch[];
  /** What the person said in the preview. */
  readonly answers: RowAnswer[];
}

/** Imports one batch after another, and answers once all of them have ended. */
export function useImport(accountId: string): UseMutationResult<readonly Run[], ControlFailure, Wanted> {
  const carrier = useCarrier();
  return useMutation<readonly Run[], ControlFailure, Wanted>({
    mutationFn: async ({ batches, answers }) => {
      const runs: Run[] = [];
      for (const batch of batches) {
        const { runId } = (await carrier.call('run.import', { accountId, ...batch, answers })) as StartedRun;
        runs.push((await carrier.call('run.wait', { runId })) as Run);
      }
      return runs;
    },
  });
}
