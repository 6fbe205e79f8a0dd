import type { Bridge } from '../../../src/contract/control/bridge.ts';
import type { ControlEvent } from '../../../src/contract/control/events.ts';
import type { DesktopInput, DesktopOutput, DesktopProcedureName } from '../../../src/contract/control/desktop.ts';
import type { ControlProblem, Input, Output, ProcedureName } from '../../../src/contract/control/index.ts';
import type { UploadedFile } from '../../../src/contract/control/statements.ts';
import type { Problem } from '../../../src/messages/parameters.ts';
import { problem, report } from '../../../src/messages/problem.ts';

/** The procedures `desktop.*` exist only in the desktop app's window. */
export type CallName = ProcedureName | DesktopProcedureName;

export type CallInput<Name extends CallName> = Name extends ProcedureName
  ? Input<Name>
  : Name extends DesktopProcedureName
    ? DesktopInput<Name>
    : never;

export type CallOutput<Name extends CallName> = Name extends ProcedureName
  ? Output<Name>
  : Name extends DesktopProcedureName
    ? DesktopOutput<Name>
    : never;

/** Transport between the dashboard and the service: an HTTPS session in a browser, IPC in the desktop window. */
export interface Carrier {
  readonly isDesktop: boolean;
  call<Name extends CallName>(name: Name, input: CallInput<Name>, signal?: AbortSignal): Promise<CallOutput<Name>>;
  /** Uploads a statement file to the service. Rejects with a `ControlFailure`. */
  receive(file: File, signal?: AbortSignal): Promise<UploadedFile>;
  /** Calls `onState` when events stop and when they resume. */
  subscribe(onEvent: (event: ControlEvent) => void, onState: (state: LineState) => void): () => void;
}

export type LineState = 'connected' | 'lost' | 'signed-out';

declare global {
  interface Window {
    readonly pennyrow?: Bridge;
  }
}

export class ControlFailure extends Error implements ControlProblem {
  override readonly name = 'ControlFailure';
  readonly code: string;
  readonly remedy: string | null;
  readonly params?: object;

  constructor({ code, message, remedy, params }: ControlProblem) {
    super(message);
    this.code = code;
    this.remedy = remedy;
    if (params !== undefined) this.params = params;
  }
}

export function toFailure(thrown: unknown): ControlFailure {
  if (thrown instanceof ControlFailure) return thrown;
  return failureOf(problem('page_broken', { detail: thrown instanceof Error ? thrown.message : String(thrown) }));
}

export function failureOf(detected: Problem): ControlFailure {
  return new ControlFailure(report(detected));
}
