import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { bankWorld, type BankWorld, type ServiceAnswer, type ServiceRequest } from './banks/bank-world.ts';

/** Chats and automations at their own names, which refuse what the real ones refuse, as their documentation has it. */
export interface Chats extends BankWorld {
  /** What each of them took. */
  readonly taken: { readonly at: string; readonly body: Record<string, unknown> }[];
}
