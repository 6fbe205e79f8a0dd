import type { Bridge } from '../../../src/contract/control/bridge.ts';
import type { ControlEvent } from '../../../src/contract/control/events.ts';
import type { UploadedFile } from '../../../src/contract/control/statements.ts';

/** Transport between the dashboard and the service: an HTTPS session in a browser, IPC in the desktop window. */
export interface Carrier {
  /** True in the desktop app's window. Only there do the procedures `desktop.*` exist. */
  readonly isDesktop: boolean;
  /** Rejects with a `ControlFailure`. */
  call(name: string, input: unknown, signal?: AbortSignal): Promise<unknown>;
  /** Uploads a statement file to the service. Rejects with a `ControlFailure`. */
  receive(file: File, signal?: AbortSignal): Promise<UploadedFile>;
  /** Calls `onState` when events stop and when they resume. */
  subscribe(onEvent: (event: ControlEvent) => void, onState: (state: LineState) => void): () => void;
}

/** signed-out: only a new link helps. */
export type LineState = 'connected' | 'lost' | 'signed-out';

declare global {
  interface Window {
    readonly pennyrow?: Bridge;
  }
}
