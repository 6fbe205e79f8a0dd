import { hash } from 'node:crypto';
import type { Listener } from '../guard.ts';
import { sendNotModified, sendText } from '../answer.ts';

/**
 * GET /api/openapi.json: open to everyone who reaches the service, since it says nothing about any account.
 * Made on the first request: few services are ever asked for it.
 */
export function openApi(): Listener {
  const made = new Map<string, { readonly text: string; readonly ETag: string }>();
  return async (request, response) => {
    // The address that the client uses; the Host header was checked before.
    const baseUrl = `https://${request.headers.host?.toLowerCase()}`;
    const document = made.get(baseUrl) ?? (await make(baseUrl));
    // A tunnel or two; not a list that clients can make grow.
    if (made.size < 8) made.set(baseUrl, document);
    if (!sendNotModified(request, response, { ETag: document.ETag }))
      sendText(response, 200, document.text, { ETag: document.ETag });
  };
}

async function make(baseUrl: string) {
  const { openApiDocument } = await import('../../contract/v2/openapi.ts');
  const text = JSON.stringify(openApiDocument(baseUrl));
  return { text, ETag: `"${hash('sha256', text, 'base64url').slice(0, 22)}"` };
}
