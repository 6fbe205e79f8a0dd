import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { ControlEvent } from '../../contract/control/events.ts';
import type { UploadedFile } from '../../contract/control/statements.ts';
import type { Control } from '../../control/control.ts';
import type { LogLevel, ServiceConfig } from '../../platform/config.ts';
import { type PennyrowError, createError } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import type { VaultKeyProvider } from '../../platform/vault.ts';
import type { Service } from '../../service/service.ts';
import { toResult, unwrap, packError, packFields, type ThreadResult } from '../../platform/thread-result.ts';
import type { FromService, ToService } from './messages.ts';
import { LIMITS, watchSilence, type Alarm, type AskAboutSilence, type Limits } from './silence.ts';

export interface ServiceThread
  extends Pick<Service, 'log' | 'wake' | 'close'>, Pick<Control, 'call' | 'receive' | 'allowPath'> {
  readonly ended: Promise<Death | null>;
}

export interface Death {
  readonly problem: PennyrowError;
  readonly isExpectedEnd: boolean;
}

export interface ServiceThreadOptions {
  readonly vaultKey: VaultKeyProvider;
  readonly onEvent: (event: ControlEvent) => void;
  readonly onSilence: AskAboutSilence;
  readonly program?: string;
  readonly limits?: Limits;
  readonly alarm?: Alarm;
}

/** The maximum wait for a terminated thread: its native code, such as a read from a missing disk, must return first. */
const LAST_WAIT_MS = 5000;

/** Possible paths of the worker's file: beside the bundled program, one folder above a bundled chunk, or in the source. */
const PROGRAMS = ['service-worker.js', '../service-worker.js', 'worker.ts'].map((path) =>
  join(import.meta.dirname, path),
);

export async function startServiceThread(config: ServiceConfig, options: ServiceThreadOptions): Promise<ServiceThread> {
  const program = options.program ?? PROGRAMS.find((path) => existsSync(path)) ?? '';
  const worker = new Worker(program, { workerData: config, name: 'pennyrow-service' });
  const started = Promise.withResolvers<ThreadResult<null>>();
  const closed = Promise.withResolvers<ThreadResult<null>>();
  const ended = Promise.withResolvers<Death | null>();
  const waiting = new Map<number, (answer: ThreadResult<unknown>) => void>();
  let lastId = 0;
  let isClosed = false;
  let isGone = false;
  let isExpectedEnd = false;
  let cause: unknown;
  const { silentMs, endingMs } = options.limits ?? LIMITS;
  const watch = watchSilence({
    ping: () => post({ type: 'ping' }),
    ask: (signal) => options.onSilence({ isEnding: false, signal }),
    giveUp: () => void giveUp(),
    silentMs,
    ...(options.alarm === undefined ? {} : { alarm: options.alarm }),
  });

  function post(message: ToService, moved: readonly ReadableStream[] = []): void {
    if (!isGone) worker.postMessage(message, moved);
  }

  async function answerKey(id: number): Promise<void> {
    post({ type: 'key', id, answer: await toResult(() => options.vaultKey.provideKey()) });
  }

  async function giveUp(): Promise<void> {
    isExpectedEnd = true;
    cause = new Error('It gave no sign of life, and a person ended it.');
    await Promise.race([worker.terminate(), pause(LAST_WAIT_MS)]);
  }

  function hear(message: FromService): void {
    watch.noteResponse();
    switch (message.type) {
      case 'started':
        isClosed = 'problem' in message.answer;
        return started.resolve(message.answer);
      case 'answer':
        waiting.get(message.id)?.(message.answer);
        return undefined;
      case 'event':
        return options.onEvent(message.event);
      case 'key-wanted':
        return void answerKey(message.id);
      case 'alive':
        return undefined;
      case 'closed':
        isClosed = true;
        return closed.resolve(message.answer);
    }
  }

  worker.on('message', hear);
  worker.once('error', (thrown) => {
    cause = thrown;
  });
  worker.once('exit', () => {
    isGone = true;
    watch.stop();
    const death = stopped(cause);
    const gone = { problem: packError(death) };
    started.resolve(gone);
    closed.resolve(gone);
    for (const answer of waiting.values()) answer(gone);
    ended.resolve(isClosed ? null : { problem: death, isExpectedEnd });
  });

  async function ask(signal: AbortSignal, send: (id: number) => void): Promise<unknown> {
    if (isGone) throw stopped(cause);
    signal.throwIfAborted();
    const id = (lastId += 1);
    const cancel = (): void => post({ type: 'cancel', id });
    const answered = new Promise<ThreadResult<unknown>>((resolve) => waiting.set(id, resolve));
    watch.begin();
    try {
      send(id);
      signal.addEventListener('abort', cancel, { once: true });
      return unwrap(await answered);
    } finally {
      signal.removeEventListener('abort', cancel);
      waiting.delete(id);
      watch.end();
    }
  }

  async function untilClosed(): Promise<ThreadResult<null>> {
    const over = new AbortController();
    const { signal } = over;
    const isOver = closed.promise.then(() => over.abort());
    for (let ms = endingMs; ; ms *= 2) {
      await Promise.race([isOver, pause(ms, undefined, { signal, ref: false }).catch(() => undefined)]);
      if (signal.aborted) return closed.promise;
      const answer = await Promise.race([
        options.onSilence({ isEnding: true, signal }).catch(() => 'wait' as const),
        isOver,
      ]);
      if (signal.aborted) return closed.promise;
      if (answer === 'end') return giveUp().then(() => ({ result: null }));
    }
  }

  watch.begin();
  const answer = await started.promise;
  watch.end();
  if ('problem' in answer) await worker.terminate();
  unwrap(answer);
  return {
    call: (name, input, signal, caller) => ask(signal, (id) => post({ type: 'call', id, name, input, caller })),
    receive: async (name, content, signal) => {
      const stream = ReadableStream.from(content);
      return (await ask(signal, (id) =>
        post({ type: 'receive', id, name, content: stream }, [stream]),
      )) as UploadedFile;
    },
    allowPath: (path) => post({ type: 'allow-path', path }),
    log: logTo((level, fields, message) => post({ type: 'log', level, fields: packFields(fields), message })),
    wake: () => post({ type: 'wake' }),
    close: async () => {
      if (isGone) return;
      watch.stop();
      post({ type: 'close' });
      const answer = await untilClosed();
      if (isExpectedEnd) return;
      // Ends the thread after the service has closed everything, because a forgotten timer would keep it alive.
      await worker.terminate();
      unwrap(answer);
    },
    ended: ended.promise,
  };
}

export function logTo(write: (level: LogLevel, fields: object, message: string) => void): Log {
  const at =
    (level: LogLevel) =>
    (fields: object, message: string): void =>
      write(level, fields, message);
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

function stopped(cause: unknown): PennyrowError {
  return createError('service_stopped', {}, { cause });
}
