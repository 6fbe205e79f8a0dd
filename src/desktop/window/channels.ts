import type { Answer } from '../../contract/control/bridge.ts';
import type { ControlEvent } from '../../contract/control/events.ts';

export const CHANNELS = {
  call: 'pennyrow:call',
  receive: 'pennyrow:receive',
  cancel: 'pennyrow:cancel',
  listen: 'pennyrow:listen',
  event: 'pennyrow:event',
} as const;

export interface ChannelMap {
  readonly call: { readonly values: readonly [id: number, name: string, input: unknown]; readonly answer: Answer };
  readonly receive: {
    readonly values: readonly [id: number, name: string, part: Uint8Array, isLast: boolean];
    readonly answer: Answer;
  };
  readonly cancel: { readonly values: readonly [id: number] };
  readonly listen: { readonly values: readonly [isOn: boolean] };
  readonly event: { readonly values: readonly [event: ControlEvent] };
}

export type Asked = {
  [Name in keyof ChannelMap]: ChannelMap[Name] extends { readonly answer: unknown } ? Name : never;
}[keyof ChannelMap];
