import type { ServerResponse } from 'node:http';
import type { PlacedEvent } from './events-since.ts';
import { formatPosition, type Position } from './position.ts';

/** One open stream. */
export interface EventReader {
  readonly accountId: string;
  position(): Position;
  /** True if it can take more: one that reads slowly is waited for, and costs no memory meanwhile. */
  isReady(): boolean;
  send(placed: PlacedEvent): void;
  /** A sign of life; a reader that has taken nothing over three of them is cut. It can come back with its last id. */
  beat(): void;
  end(): void;
}

const PATIENT_BEATS = 3;
const COME_BACK_AFTER_MS = 3000;

const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
};

/** The head of a stream, which HEAD gets as well. */
export function sendEventHead(response: ServerResponse): void {
  response.writeHead(200, HEADERS);
}

export function createEventReader(
  response: ServerResponse,
  accountId: string,
  from: Position,
  onReady: () => void,
): EventReader {
  let position = from;
  let isBlocked = false;
  let missedBeats = 0;

  function write(text: string): void {
    if (response.write(text)) return;
    isBlocked = true;
    response.once('drain', () => {
      isBlocked = false;
      missedBeats = 0;
      onReady();
    });
  }

  sendEventHead(response);
  // An id without data is no event, and is kept all the same: who is cut off before the first one comes back from here.
  write(`retry: ${COME_BACK_AFTER_MS}\nid: ${formatPosition(from)}\n\n`);

  return {
    accountId,
    position: () => position,
    isReady: () => !isBlocked && !response.destroyed && !response.writableEnded,
    send: ({ event, position: reached }) => {
      write(`id: ${formatPosition(reached)}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
      position = reached;
    },
    beat: () => {
      if (!isBlocked) write(':\n\n');
      else if ((missedBeats += 1) >= PATIENT_BEATS) response.destroy();
    },
    end: () => response.end(),
  };
}
