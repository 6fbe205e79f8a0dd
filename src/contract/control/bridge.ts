import type { ControlEvent } from './events.ts';
import type { ControlProblem } from './index.ts';

/** A problem crosses as a value: of an error, only the message would get from one side of the bridge to the other. */
export type Answer = { readonly result: unknown } | { readonly problem: ControlProblem };

/**
 * What the desktop's window finds at `window.pennyrow`, and all that it finds: control's procedures, statement
 * files, and events. Nothing but plain values and functions crosses it, so an asker gives up by its own number.
 */
export interface Bridge {
  /** `id`: the page's own number of this call, for `cancel`. */
  call(id: number, name: string, input: unknown): Promise<Answer>;
  /**
   * A statement file, part after part, under one number; the next part when the one before was answered. The answer
   * to the last one has the file as its result, the others have null; after a problem nothing more is to be sent.
   */
  receive(id: number, name: string, part: Uint8Array, isLast: boolean): Promise<Answer>;
  /** Gives up the call or the file of that number. */
  cancel(id: number): void;
  /** Returns what ends it. */
  listen(listener: (event: ControlEvent) => void): () => void;
}
