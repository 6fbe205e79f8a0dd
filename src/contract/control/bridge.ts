import type { ControlEvent } from './events.ts';
import type { ControlProblem } from './index.ts';

/** Errors cross the bridge as values because Electron would reduce them to their message. */
export type Answer = { readonly result: unknown } | { readonly problem: ControlProblem };

export interface Bridge {
  call(id: number, name: string, input: unknown): Promise<Answer>;
  /** Sends a part of a statement file. Await the answer before the next part; the last answer holds the `UploadedFile`. */
  receive(id: number, name: string, part: Uint8Array, isLast: boolean): Promise<Answer>;
  cancel(id: number): void;
  listen(listener: (event: ControlEvent) => void): () => void;
}
