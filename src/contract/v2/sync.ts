import * as z from 'zod/mini';
import { described } from '../described.ts';
import { strictMessage } from './problem.ts';

/** Permits an empty object, which some clients always send. */
export const noBody = z.strictObject({}, { error: strictMessage('field', []) });

export const syncResponse = z
  .strictObject({
    success: described(z.boolean(), 'Whether a sync was scheduled, or joined when one was under way.'),
    message: described(z.string(), 'What happened, or what to do first, for people.'),
  })
  .check(z.meta({ id: 'SyncTriggered', examples: [{ success: true, message: 'The sync was scheduled.' }] }));

export type SyncResponse = z.infer<typeof syncResponse>;
