import type { IpcMain, IpcMainInvokeEvent, WebContents, WebFrameMain } from 'electron';
import type { Answer } from '../../contract/control/bridge.ts';
import type { ControlEvent } from '../../contract/control/events.ts';
import type { Control } from '../../control/control.ts';
import { type PennyrowError, createError, toPennyrowError } from '../../platform/errors.ts';
import { CHANNELS } from './channels.ts';
import type { OwnProcedures } from '../host/own-procedures.ts';
import { isDashboardUrl } from './page-protocol.ts';
import type { UploadedFile } from '../../contract/control/statements.ts';

/** The same limits as for requests over HTTP. */
const MAX_INPUT_CHARACTERS = 1_000_000;
const MAX_PART_BYTES = 4 * 1024 * 1024;
const MAX_UNDER_WAY = 256;

interface Guest {
  readonly page: WebContents;
  readonly underWay: Map<number, AbortController>;
  readonly uploads: Map<number, ReturnType<typeof openUpload>>;
  unsubscribe: (() => void) | null;
}

export function serveIpc(
  ipcMain: IpcMain,
  control: Pick<Control, 'call' | 'receive' | 'subscribe'>,
  own: OwnProcedures,
) {
  const guests = new Map<number, Guest>();

  /** The sender, if it is the top frame of an admitted page that shows the dashboard. A page cannot forge these facts. */
  function guestOf({ sender, senderFrame }: IpcMainInvokeEvent): Guest | null {
    const guest = guests.get(sender.id);
    if (guest === undefined || senderFrame === null) return null;
    return isSameFrame(senderFrame, guest.page.mainFrame) && isDashboardUrl(senderFrame.url) ? guest : null;
  }

  async function call(guest: Guest, id: number, name: string, [input]: readonly unknown[]): Promise<unknown> {
    const gone = begin(guest, id);
    try {
      return own.has(name)
        ? await own.call(name, asJson(input), gone.signal)
        : await control.call(name, asJson(input), gone.signal, 'page');
    } finally {
      guest.underWay.delete(id);
    }
  }

  async function receive(guest: Guest, id: number, name: string, [part, isLast]: readonly unknown[]): Promise<unknown> {
    if (!(part instanceof Uint8Array) || typeof isLast !== 'boolean') throw malformed();
    if (part.byteLength > MAX_PART_BYTES) throw tooMuch();
    const upload = guest.uploads.get(id) ?? openUpload(control, name, begin(guest, id).signal);
    guest.uploads.set(id, upload);
    try {
      const file = await upload.add(part, isLast);
      if (isLast) forget(guest, id);
      return file;
    } catch (thrown) {
      forget(guest, id);
      throw thrown;
    }
  }

  function listen(listener: (event: ControlEvent) => void): () => void {
    const ends = [control.subscribe(listener), own.subscribe(listener)];
    return () => {
      for (const end of ends) end();
    };
  }

  for (const [channel, work] of [
    [CHANNELS.call, call],
    [CHANNELS.receive, receive],
  ] as const)
    ipcMain.handle(channel, (event, id, name, ...input) =>
      answer(async () => {
        const guest = guestOf(event);
        if (guest === null) throw createError('control_stranger', {});
        if (!isNumber(id) || typeof name !== 'string') throw malformed();
        return work(guest, id, name, input);
      }),
    );
  ipcMain.on(CHANNELS.cancel, (event, id) => {
    if (isNumber(id)) guestOf(event)?.underWay.get(id)?.abort();
  });
  ipcMain.on(CHANNELS.listen, (event, isOn) => {
    const guest = guestOf(event);
    if (guest === null) return;
    guest.unsubscribe?.();
    guest.unsubscribe = isOn === true ? listen((change) => send(guest.page, change)) : null;
  });

  return {
    admit: (page: WebContents) => {
      const guest: Guest = { page, underWay: new Map(), uploads: new Map(), unsubscribe: null };
      guests.set(page.id, guest);
      // Cancels the pending requests of the document that was replaced.
      page.on('did-navigate', () => release(guest));
      page.on('render-process-gone', () => release(guest));
      page.once('destroyed', () => {
        release(guest);
        guests.delete(page.id);
      });
    },
    close: () => {
      for (const channel of [CHANNELS.call, CHANNELS.receive]) ipcMain.removeHandler(channel);
      for (const channel of [CHANNELS.cancel, CHANNELS.listen]) ipcMain.removeAllListeners(channel);
      for (const guest of guests.values()) release(guest);
      guests.clear();
    },
  };
}

function begin(guest: Guest, id: number): AbortController {
  if (guest.underWay.has(id) || guest.underWay.size >= MAX_UNDER_WAY) throw tooMuch();
  const gone = new AbortController();
  guest.underWay.set(id, gone);
  return gone;
}

function forget(guest: Guest, id: number): void {
  guest.underWay.delete(id);
  guest.uploads.delete(id);
}

function release(guest: Guest): void {
  guest.unsubscribe?.();
  guest.unsubscribe = null;
  for (const gone of guest.underWay.values()) gone.abort();
  guest.underWay.clear();
  guest.uploads.clear();
}

function send(page: WebContents, change: ControlEvent): void {
  if (!page.isDestroyed()) page.send(CHANNELS.event, change);
}

async function answer(work: () => Promise<unknown>): Promise<Answer> {
  try {
    return { result: await work() };
  } catch (thrown) {
    const { code, message, remedy } = toPennyrowError(thrown);
    return { problem: { code, message, remedy } };
  }
}

function isSameFrame(one: WebFrameMain, other: WebFrameMain): boolean {
  return one.frameTreeNodeId === other.frameTreeNodeId && one.processId === other.processId;
}

function isNumber(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

function asJson(input: unknown): unknown {
  let text: string | undefined;
  try {
    text = JSON.stringify(input);
  } catch (thrown) {
    throw createError('input_not_json', {}, { cause: thrown });
  }
  if (text !== undefined && text.length > MAX_INPUT_CHARACTERS)
    throw createError('input_too_large', { reason: 'other' });
  return text === undefined ? undefined : JSON.parse(text);
}

function malformed(): PennyrowError {
  return createError('input_not_json', {});
}

function tooMuch(): PennyrowError {
  return createError('input_too_large', { reason: 'pending' });
}

function openUpload(control: Pick<Control, 'receive'>, name: string, signal: AbortSignal) {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const file = control.receive(name, readable, signal);
  file.catch(() => undefined);
  const failed = file.then(
    () => new Promise<never>(() => {}),
    (thrown: unknown) => Promise.reject(thrown as Error),
  );
  failed.catch(() => undefined);
  return {
    /** The file after the last part, otherwise null. Waits until the part is consumed, so that memory contains only one. */
    add: async (part: Uint8Array, isLast: boolean): Promise<UploadedFile | null> => {
      const writePart = async (): Promise<void> => {
        if (part.byteLength > 0) await writer.write(part);
        if (isLast) await writer.close();
      };
      // If both fail, throws the error of `receive`, which is more specific than the error of the stream.
      await Promise.race([writePart().catch(() => failed), failed]);
      return isLast ? file : null;
    },
  };
}
