import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { onTestFinished } from 'vitest';

export interface ReceivedEvent {
  readonly id: string;
  readonly type: string;
  readonly data: Record<string, unknown>;
}

/** An event stream, read by a client that knows the protocol. */
export interface EventStream {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly events: ReceivedEvent[];
  /** The id for reconnecting, which the stream sends even before its first event. */
  lastId(): string;
  /** All received text, unchanged. */
  text(): string;
  readonly ended: Promise<void>;
  /** The response, for a test that reads slowly. */
  readonly incoming: IncomingMessage;
  close(): void;
}

export interface StreamOptions {
  readonly url: string;
  readonly ca: string | Buffer;
  readonly token: string;
  readonly lastEventId?: string;
  /** True if the stream is not read until the test starts reading. */
  readonly isPaused?: boolean;
  readonly method?: string;
}

export async function openEventStream({
  url,
  ca,
  token,
  lastEventId,
  isPaused = false,
  method = 'GET',
}: StreamOptions): Promise<EventStream> {
  const outgoing = request(new URL('/api/v2/events', url), {
    method,
    ca,
    rejectUnauthorized: true,
    servername: 'localhost',
    agent: false,
    headers: {
      authorization: `Bearer ${token}`,
      ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
    },
  });
  outgoing.end();
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  const close = (): void => void outgoing.destroy();
  onTestFinished(close);

  const events: ReceivedEvent[] = [];
  let whole = '';
  let rest = '';
  let lastId = '';
  incoming.on('error', () => undefined);
  const ended = new Promise<void>((resolve) => incoming.once('close', resolve));
  if (!isPaused) {
    incoming.setEncoding('utf8').on('data', (piece: string) => {
      whole += piece;
      const blocks = (rest + piece).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const field = (name: string): string | undefined =>
          block
            .split('\n')
            .find((line) => line.startsWith(`${name}: `))
            ?.slice(name.length + 2);
        lastId = field('id') ?? lastId;
        const data = field('data');
        if (data !== undefined)
          events.push({ id: lastId, type: field('event') ?? 'message', data: JSON.parse(data) as never });
      }
    });
  }
  return {
    status: incoming.statusCode ?? 0,
    headers: incoming.headers,
    events,
    lastId: () => lastId,
    text: () => whole,
    ended,
    incoming,
    close,
  };
}
