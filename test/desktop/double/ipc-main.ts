import type { IpcPart, MessageEvent } from '../../../src/desktop/electron-parts.ts';

type Handler = Parameters<IpcPart['handle']>[1];
type Listener = Parameters<IpcPart['on']>[1];

export interface IpcDouble {
  readonly ipcMain: IpcPart;
  /** Sends a message as a page does; rejects as the page's promise would. */
  invoke(event: MessageEvent, channel: string, values: readonly unknown[]): Promise<unknown>;
  send(event: MessageEvent, channel: string, values: readonly unknown[]): void;
  /** The channels with a handler or a listener. */
  channels(): string[];
}

export function ipcDouble(): IpcDouble {
  const handlers = new Map<string, Handler>();
  const listeners = new Map<string, Listener[]>();
  return {
    ipcMain: {
      handle: (channel, handler) => {
        if (handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`);
        handlers.set(channel, handler);
      },
      removeHandler: (channel) => void handlers.delete(channel),
      on: (channel, listener) => listeners.set(channel, [...(listeners.get(channel) ?? []), listener]),
      removeAllListeners: (channel) => listeners.delete(channel),
    },
    invoke: async (event, channel, values) => {
      try {
        const handler = handlers.get(channel);
        if (handler === undefined) throw new Error(`No handler registered for '${channel}'`);
        return await handler(event, ...values);
      } catch (thrown) {
        throw new Error(`Error invoking remote method '${channel}': ${String(thrown)}`, { cause: thrown });
      }
    },
    send: (event, channel, values) => {
      for (const listener of listeners.get(channel) ?? []) listener(event, ...values);
    },
    channels: () => [...handlers.keys(), ...listeners.keys()].toSorted(),
  };
}
