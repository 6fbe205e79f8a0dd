import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { CDPSession } from 'playwright-core';
import { makeBridgeEnd, runPreload } from './in-page.ts';
import type { IpcDouble } from './ipc-main.ts';
import { makeWire } from './wire.ts';

const WORLD = 'Electron Isolated Context';

export interface PreloadLineOptions {
  readonly ipc: IpcDouble;
  /** Path of its program. */
  readonly preload: string | undefined;
  /** The sender of its messages; null once messages are ignored. */
  readonly sender: () => Parameters<IpcDouble['send']>[0] | null;
  readonly onError: (thrown: Error) => void;
}

/** The preload of a page in a separate world, and its messages, by the browser's protocol. */
export class PreloadLine {
  readonly #options: PreloadLineOptions;
  readonly #token = `double${randomBytes(12).toString('hex')}`;
  readonly #wire = makeWire();
  #protocol: CDPSession | null = null;
  /** The execution context of the preload in the present document. */
  #context: number | null = null;

  constructor(options: PreloadLineOptions) {
    this.#options = options;
  }

  /** Every future document of this page gets the preload. */
  async open(protocol: CDPSession): Promise<void> {
    const { preload } = this.#options;
    this.#protocol = protocol;
    protocol.on('Runtime.bindingCalled', ({ name, payload, executionContextId }) => {
      if (name === this.#token) this.#hear(JSON.parse(payload) as Heard, executionContextId);
    });
    await protocol.send('Runtime.addBinding', { name: this.#token, executionContextName: WORLD });
    if (preload !== undefined) await this.#prepare(protocol, readFileSync(preload, 'utf8'));
  }

  /** The document is gone, and its preload with it. */
  forget(): void {
    this.#context = null;
  }

  deliver(channel: string, values: readonly unknown[]): void {
    const text = this.#wire.encode(values);
    if (this.#context !== null)
      this.#inPreload(this.#context, `deliver(${JSON.stringify(channel)}, ${JSON.stringify(text)})`);
  }

  async #prepare(protocol: CDPSession, source: string): Promise<void> {
    const token = JSON.stringify(this.#token);
    const top = (body: string): string => `if (window === window.top) { ${body} }`;
    const end = (mine: string, other: string): string => `(${String(makeBridgeEnd)})(${token}, '${mine}', '${other}')`;
    await protocol.send('Page.addScriptToEvaluateOnNewDocument', { source: top(end('page', 'preload')) });
    const preload = `(require, module, exports) => {\n${source}\n}`;
    await protocol.send('Page.addScriptToEvaluateOnNewDocument', {
      worldName: WORLD,
      source: top(`(${String(runPreload)})(${token}, (${String(makeWire)})(), ${end('preload', 'page')}, ${preload})`),
    });
  }

  #hear(heard: Heard, context: number): void {
    const { ipc, sender, onError } = this.#options;
    const event = sender();
    if (event === null) return;
    const settle = (id: number, isDone: boolean, text: string): void =>
      this.#inPreload(context, `settle(${id}, ${isDone}, ${JSON.stringify(text)})`);
    if (heard.kind === 'begin') this.#context = context;
    else if (heard.kind === 'preload-error') onError(new Error(heard.message));
    else if (heard.kind === 'send') ipc.send(event, heard.channel, this.#wire.decode(heard.text) as unknown[]);
    else {
      ipc
        .invoke(event, heard.channel, this.#wire.decode(heard.text) as unknown[])
        .then(
          (result) => settle(heard.id, true, this.#wire.encode(result)),
          (thrown: Error) => settle(heard.id, false, thrown.message),
        )
        .catch((thrown: unknown) =>
          settle(heard.id, false, `Error invoking remote method '${heard.channel}': ${String(thrown)}`),
        );
    }
  }

  #inPreload(context: number, call: string): void {
    const expression = `globalThis[${JSON.stringify(`${this.#token}:preload`)}].${call}`;
    // A document that is gone needs no answer.
    this.#protocol?.send('Runtime.evaluate', { expression, contextId: context }).catch(() => undefined);
  }
}

type Heard =
  | { readonly kind: 'begin' }
  | { readonly kind: 'preload-error'; readonly message: string }
  | { readonly kind: 'send'; readonly channel: string; readonly text: string }
  | { readonly kind: 'invoke'; readonly id: number; readonly channel: string; readonly text: string };
