import type { Wire } from './wire.ts';

// Code that runs in the page's process. Each function must be self-contained: its source is injected into the page,
// without the rest of this file. As in Electron, the preload runs in a separate world: same document, other globals.

/** The page's globals that are used here; the tests are compiled without the browser's types. */
interface PageGlobals {
  readonly document: EventTarget;
  readonly top: unknown;
  readonly window: unknown;
  readonly Blob: new () => object;
  readonly CustomEvent: new (type: string, options: { readonly detail: unknown }) => Event;
  readonly [name: string]: unknown;
}

/** One end of the bridge between the two worlds. */
export interface BridgeEnd {
  /** Sets a global of the other world to the value. */
  expose(name: string, value: unknown): void;
}

/**
 * Values cross as in Electron's bridge: plain values as frozen copies without prototypes, functions and promises as
 * proxies, errors as their message only, and symbols not at all. Between the worlds the browser clones the detail of a
 * DOM event.
 */
export function makeBridgeEnd(token: string, mine: string, other: string): BridgeEnd {
  const globals = globalThis as unknown as PageGlobals;
  const { document } = globals;
  const listen = document.addEventListener.bind(document);
  const dispatch = document.dispatchEvent.bind(document);
  const MakeEvent = globals.CustomEvent;
  const functions: ((...values: unknown[]) => unknown)[] = [];
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (thrown: unknown) => void }>();
  let promises = 0;
  const returns: { readonly value?: unknown; readonly thrown?: unknown }[] = [];

  const say = (message: object): boolean => dispatch(new MakeEvent(`${token}:${other}`, { detail: message }));

  function out(value: unknown): unknown {
    if (typeof value === 'symbol') throw new TypeError('A symbol could not be cloned.');
    if (typeof value === 'function') return { kind: 'function', id: functions.push(value as never) - 1 };
    if (value === null || typeof value !== 'object') return { kind: 'plain', value };
    if (value instanceof Promise) {
      promises += 1;
      const id = promises;
      value.then(
        (result) => say({ do: 'settle', id, value: out(result) }),
        (thrown: unknown) => say({ do: 'settle', id, thrown: out(thrown) }),
      );
      return { kind: 'promise', id };
    }
    if (value instanceof Error) return { kind: 'error', message: value.message };
    if (Array.isArray(value)) return { kind: 'array', parts: value.map(out) };
    const isCloned =
      [ArrayBuffer, Date, Map, Set, RegExp, globals.Blob].some((type) => value instanceof type) ||
      ArrayBuffer.isView(value);
    if (isCloned) return { kind: 'plain', value };
    return { kind: 'object', parts: Object.entries(value).map(([key, each]) => [key, out(each)]) };
  }

  function into(sent: never): unknown {
    const { kind, id, value, message, parts } = sent as {
      kind: string;
      id: number;
      value: unknown;
      message: string;
      parts: unknown[];
    };
    if (kind === 'plain') return value;
    if (kind === 'error') return new Error(message);
    if (kind === 'array') return Object.freeze((parts as never[]).map(into));
    if (kind === 'object')
      return Object.freeze(Object.fromEntries((parts as [string, never][]).map(([key, each]) => [key, into(each)])));
    if (kind === 'promise') return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
    return (...values: unknown[]): unknown => {
      say({ do: 'call', id, values: values.map(out) });
      // The answer arrived while the event was dispatched.
      const answer = returns.pop();
      if (answer === undefined) throw new Error('Nobody is at the other end of the bridge.');
      if ('thrown' in answer) throw into(answer.thrown as never);
      return into(answer.value as never);
    };
  }

  listen(`${token}:${mine}`, (event) => {
    const message = (
      event as unknown as {
        detail: { do: string; id: number; name: string; values: never[]; value: never; thrown?: never };
      }
    ).detail;
    if (message.do === 'expose') {
      Object.defineProperty(globalThis, message.name, {
        value: into(message.value),
        enumerable: true,
        writable: false,
        configurable: false,
      });
    } else if (message.do === 'settle') {
      const promise = waiting.get(message.id);
      waiting.delete(message.id);
      if (message.thrown === undefined) promise?.resolve(into(message.value));
      else promise?.reject(into(message.thrown));
    } else if (message.do === 'call') {
      let answer: object;
      try {
        answer = { value: out(functions[message.id]?.(...message.values.map(into))) };
      } catch (thrown) {
        answer = { thrown: out(thrown instanceof Error ? thrown : new Error(String(thrown))) };
      }
      say({ do: 'return', ...answer });
    } else {
      const { thrown } = message;
      returns.push(thrown === undefined ? { value: message.value } : { thrown });
    }
  });

  return { expose: (name, value) => void say({ do: 'expose', name, value: out(value) }) };
}

/** The functions that the main process calls in the preload's world. */
export interface PreloadEnd {
  settle(id: number, isDone: boolean, text: string): void;
  deliver(channel: string, text: string): void;
}

/** The sandboxed preload: `require` provides only Electron's renderer part. */
export function runPreload(
  token: string,
  wire: Wire,
  bridge: BridgeEnd,
  preload: (require: (name: string) => unknown, module: object, exports: object) => void,
): void {
  const globals = globalThis as unknown as Record<string, unknown>;
  const send = globals[token] as (text: string) => void;
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (thrown: Error) => void }>();
  const listeners = new Map<string, Set<(...values: unknown[]) => void>>();
  let calls = 0;

  const ipcRenderer = {
    invoke: (channel: string, ...values: unknown[]): Promise<unknown> => {
      const text = wire.encode(values);
      calls += 1;
      const id = calls;
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      waiting.set(id, { resolve, reject });
      send(JSON.stringify({ kind: 'invoke', id, channel, text }));
      return promise;
    },
    send: (channel: string, ...values: unknown[]) =>
      send(JSON.stringify({ kind: 'send', channel, text: wire.encode(values) })),
    on: (channel: string, listener: (...values: unknown[]) => void) => {
      listeners.set(channel, (listeners.get(channel) ?? new Set()).add(listener));
      return ipcRenderer;
    },
    off: (channel: string, listener: (...values: unknown[]) => void) => {
      listeners.get(channel)?.delete(listener);
      return ipcRenderer;
    },
  };
  globals[`${token}:preload`] = {
    settle: (id, isDone, text) => {
      const call = waiting.get(id);
      waiting.delete(id);
      if (isDone) call?.resolve(wire.decode(text));
      else call?.reject(new Error(text));
    },
    deliver: (channel, text) => {
      for (const listener of listeners.get(channel) ?? [])
        listener({ sender: ipcRenderer, ports: [] }, ...(wire.decode(text) as unknown[]));
    },
  } satisfies PreloadEnd;

  const contextBridge = { exposeInMainWorld: (name: string, value: unknown) => bridge.expose(name, value) };
  const require = (name: string): unknown => {
    if (name === 'electron' || name === 'electron/renderer') return { contextBridge, ipcRenderer };
    throw new Error(`module not found: ${name}`);
  };
  send(JSON.stringify({ kind: 'begin' }));
  try {
    const module = { exports: {} };
    preload(require, module, module.exports);
  } catch (thrown) {
    send(JSON.stringify({ kind: 'preload-error', message: String(thrown) }));
  }
}
