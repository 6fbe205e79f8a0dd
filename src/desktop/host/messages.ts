import type { ControlEvent } from '../../contract/control/events.ts';
import type { Caller } from '../../control/handler.ts';
import type { LogLevel } from '../../platform/config.ts';
import type { ThreadResult } from '../../platform/thread-result.ts';

// Messages between the main thread and the service's thread, sent by structured clone within the process.

export type ToService =
  | {
      readonly do: 'call';
      readonly id: number;
      readonly name: string;
      readonly input: unknown;
      readonly caller: Caller;
    }
  | { readonly do: 'receive'; readonly id: number; readonly name: string; readonly content: ReadableStream<Uint8Array> }
  | { readonly do: 'cancel'; readonly id: number }
  | { readonly do: 'allow-path'; readonly path: string }
  | { readonly do: 'key'; readonly id: number; readonly answer: ThreadResult<Uint8Array> }
  | { readonly do: 'log'; readonly level: LogLevel; readonly fields: object; readonly message: string }
  | { readonly do: 'wake' }
  /** Answered with `alive` immediately, also while the service starts or ends. */
  | { readonly do: 'ping' }
  | { readonly do: 'close' };

export type FromService =
  | { readonly tell: 'started'; readonly answer: ThreadResult<null> }
  | { readonly tell: 'answer'; readonly id: number; readonly answer: ThreadResult<unknown> }
  | { readonly tell: 'event'; readonly event: ControlEvent }
  | { readonly tell: 'key-wanted'; readonly id: number }
  | { readonly tell: 'alive' }
  | { readonly tell: 'closed'; readonly answer: ThreadResult<null> };
