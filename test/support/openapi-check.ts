import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express, { type ErrorRequestHandler } from 'express';
import * as validator from 'express-openapi-validator';
import { openApiDocument } from '../../src/contract/v2/openapi.ts';

const document = openApiDocument('https://localhost:7443');

/**
 * Returns how an answer violates the OpenAPI document, or null. Replays the answer through the validator's middleware;
 * statuses that the document does not describe (404, 405) are not checked.
 */
export async function answerProblem(
  method: string,
  path: string,
  status: number,
  body: unknown,
): Promise<string | null> {
  const pathname = path.split('?')[0] ?? '';
  if (!Object.hasOwn(document.paths?.[pathname] ?? {}, method.toLowerCase())) return null;
  server ??= startReplay();
  const { port } = (await server).address() as AddressInfo;
  const replayed = await fetch(`http://127.0.0.1:${port}${pathname}`, {
    method,
    headers: { 'x-status': String(status), 'x-body': encodeURIComponent(JSON.stringify(body)) },
  });
  return replayed.headers.get('x-problem');
}

let server: ReturnType<typeof startReplay> | undefined;

async function startReplay() {
  const app = express();
  app.use(
    validator.middleware({
      apiSpec: structuredClone(document) as never,
      validateApiSpec: true,
      validateRequests: false,
      validateSecurity: false,
      validateResponses: true,
    }),
  );
  app.use((request, response) => {
    response.status(Number(request.get('x-status'))).json(JSON.parse(decodeURIComponent(request.get('x-body') ?? '')));
  });
  const tell: ErrorRequestHandler = (problem: Error, _request, response, _next) => {
    response.status(200).set('x-problem', encodeURI(problem.message)).end();
  };
  app.use(tell);
  const listening = app.listen(0, '127.0.0.1');
  listening.unref();
  await once(listening, 'listening');
  return listening;
}
