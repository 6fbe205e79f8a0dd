import type { ControlClient } from '../contract/control/index.ts';
import type { UploadedFile } from '../contract/control/statements.ts';

/** Where the text of a statement file is put for as long as it is looked at. */
export interface AgentUploads {
  receive(name: string, content: string, signal: AbortSignal): Promise<UploadedFile>;
  discard(path: string): Promise<void>;
}

/** How an agent reaches one account, and what it may do there. */
export interface AgentAccess {
  readonly control: ControlClient;
  readonly accountId: string;
  /** Sync, undo and propose changes. */
  readonly mayWrite: boolean;
  /** The API token that it came with; null for a program that the person's own machine started. */
  readonly tokenId: string | null;
  /** Takes a statement file's content; null where the agent names a path on this machine instead. */
  readonly uploads: AgentUploads | null;
  /** What a program is called that does not say, such as its User-Agent; null where nothing tells. */
  readonly clientHint: string | null;
}
