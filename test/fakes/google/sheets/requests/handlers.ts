import { cellRequests } from './cells.ts';
import { chartRequests } from './charts.ts';
import { copyingRequests } from './copying.ts';
import { lineRequests } from './lines.ts';
import { metadataRequests } from './metadata.ts';
import { overlayRequests } from './overlays.ts';
import type { Handlers } from './request.ts';
import { tabRequests } from './tabs.ts';

/** The supported requests. The fake answers 501 to Google's other requests instead of ignoring them. */
export const HANDLERS: Handlers = {
  ...cellRequests,
  ...chartRequests,
  ...copyingRequests,
  ...lineRequests,
  ...metadataRequests,
  ...overlayRequests,
  ...tabRequests,
};
