import { cellRequests } from './cells.ts';
import { metadataRequests } from './metadata.ts';
import type { Handlers } from './request.ts';

export const HANDLERS: Handlers = { ...cellRequests, ...metadataRequests };
