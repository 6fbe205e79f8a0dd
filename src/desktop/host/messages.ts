import type { ControlEvent } from '../../contract/control/events.ts';
import type { Caller } from '../../control/handler.ts';
import type { LogLevel } from '../../platform/config.ts';
import type { ThreadResult } from '../../platform/thread-result.ts';

// Messages between the main thread and the service's thread, sent by structured clone within the process.

export type ToService =
  | {
      readonly type: 'call';
      readonly id: number;
      readonly name: string;
      readonly input: unknown;
      readonly caller: Caller;
    }
  | {
      readonly type: 'receive';
      readonly id: number;
      readonly name: string;
      readonly content: ReadableStream<Uint8Array>;
    }
  | { readonly type: 'cancel'; readonly id: number }
  | { readonly type: 'allow-path'; readonly path: string }
  | { readonly type: 'key'; readonly id: number; readonly answer: ThreadResult<Uint8Array> }
  | { readonly type: 'log'; readonly level: LogLevel; readonly fields: object; readonly message: string }
  | { readonly type: 'wake' }
  /** Answered with `alive` immediately, also while the service starts or ends. */
  | { readonly type: 'ping' }
  | { readonly type: 'close' };

export type FromService =
  | { readonly type: 'started'; readonly answer: ThreadResult<null> }
  | { readonly type: 'answer'; readonly id: number; readonly answer: ThreadResult<unknown> }
  | { readonly type: 'event'; readonly event: ControlEvent }
  | { readonly type: 'key-wanted'; readonly id: number }
  | { readonly type: 'alive' }
  | { readonly type: 'closed'; readonly answer: ThreadResult<null> };
