import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import { refuse } from './answer.ts';
import { INTERNAL, type Listener } from './guard.ts';

export interface Route {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly listener: Listener;
}

type Routing = (request: IncomingMessage, response: ServerResponse, done: () => void) => void;

export function createRouter(routes: readonly Route[], report: (problem: unknown) => void): RequestListener {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.disable('query parser');
  app.enable('case sensitive routing');
  app.enable('strict routing');

  for (const [path, ofPath] of Map.groupBy(routes, (route) => route.path)) {
    const route = app.route(path);
    for (const { method, listener } of ofPath) route[method.toLowerCase() as Lowercase<typeof method>](listener);
    route.all(notAllowed(ofPath.map(({ method }) => method)));
  }
  app.use(notFound, failed(report));
  // Express calls the third argument if it cannot parse the address. By default, it would send an HTML page.
  const route = app as Routing;
  return (request, response) =>
    route(request, response, () =>
      refuse(response, { status: 400, error: 'The address of this request is not valid.' }),
    );
}

function notAllowed(methods: readonly Route['method'][]): RequestHandler {
  const allow = methods.flatMap((method) => (method === 'GET' ? [method, 'HEAD'] : [method])).join(', ');
  return (request, response) => {
    refuse(response, {
      status: 405,
      error: `${request.method} is not possible here; possible are ${allow}.`,
      headers: { Allow: allow },
    });
  };
}

const notFound: RequestHandler = (request, response) => {
  refuse(response, {
    status: 404,
    error: `There is nothing at ${request.path.slice(0, 100)}. GET /api/openapi.json lists what there is.`,
  });
};

/** Answers errors of Express, such as invalid percent-encoding, with JSON. */
function failed(report: (problem: unknown) => void): ErrorRequestHandler {
  return (thrown: { readonly status?: unknown }, _request, response, _next) => {
    if (thrown.status === 400) {
      refuse(response, { status: 400, error: 'The address is not valid: its percent-encoding is broken.' });
      return;
    }
    report(thrown);
    refuse(response, INTERNAL);
  };
}
