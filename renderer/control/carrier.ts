import type { Bridge } from '../../src/contract/control/bridge.ts';
import type { ControlEvent } from '../../src/contract/control/events.ts';
import type { UploadedFile } from '../../src/contract/control/statements.ts';

/** What carries the dashboard's calls to the service: an https session in a browser, the desktop's channel in a window. */
export interface Carrier {
  /** Whether this is the window of the desktop app, which answers the procedures `desktop.*`; a browser has none of them. */
  readonly isDesktop: boolean;
  /** Rejects with a `ControlFailure`. */
  call(name: string, input: unknown, signal?: AbortSignal): Promise<unknown>;
  /** Puts a statement file that a person chose to where the service can read it. Rejects with a `ControlFailure`. */
  receive(file: File, signal?: AbortSignal): Promise<UploadedFile>;
  /**
   * Calls `onState` when events stop and when they resume; `hasMissed` says whether events may have been lost that
   * change earlier answers.
   */
  subscribe(
    onEvent: (event: ControlEvent) => void,
    onState: (state: LineState, hasMissed: boolean) => void,
  ): () => void;
}

/** signed-out: only a new link helps. */
export type LineState = 'connected' | 'lost' | 'signed-out';

declare global {
  interface Window {
    /** Put there by the desktop's window; a browser has none. */
    readonly pennyrow?: Bridge;
  }
}
