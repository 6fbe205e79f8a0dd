import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type oas31,
  type ZodOpenApiResponseObject,
} from 'zod-openapi';
import { endpoints, type Endpoint } from './endpoints.ts';
import { extensions } from './extensions.ts';
import { problem } from './problem.ts';

export type OpenApiDocument = ReturnType<typeof createDocument>;

/** Import this file only when needed, because its library loads slowly. `baseUrl` has no trailing slash. */
export function openApiDocument(baseUrl: string): OpenApiDocument {
  return createDocument({
    openapi: '3.1.1',
    info: {
      title: 'Pennyrow API',
      version: '2.0.0',
      description: INTRODUCTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: baseUrl, description: 'This service' }],
    security: [{ token: [] }],
    tags: [
      { name: 'data', description: 'The data of the spreadsheet.' },
      { name: 'sync', description: 'Syncs of bank transactions into the spreadsheet.' },
      { name: 'extension', description: 'Extensions of the API specification.' },
    ],
    paths: paths(),
    components: { securitySchemes: { token: SECURITY } },
  });
}

const INTRODUCTION = [
  'Gives your own scripts the bank transactions, categories and rules of your spreadsheet, and control over its syncs.',
  'Every request needs an API token of one account: `Authorization: Bearer pennyrow_…`. A token has the scope `read`, `write` or both; neither scope includes the other.',
  'Responses to GET have an `ETag`. Send it in `If-None-Match` to get a 304 without a body if the data is unchanged. `Pennyrow-As-Of` is the last time when the data was known to equal the spreadsheet. The data changes a few times a day, so there is no need to poll often.',
  'Every response except 2xx and 304 has the body `{"error": "…"}`. Checks come in this order: token, scope, parameters and body, plan of the account, rate limit.',
].join('\n\n');

const SECURITY = {
  type: 'http',
  scheme: 'bearer',
  description:
    'An API token, created in the dashboard under "API tokens" or by `pennyrow token create`. It is shown only once.',
} satisfies oas31.SecuritySchemeObject;

function paths(): ZodOpenApiPathsObject {
  const all: ZodOpenApiPathsObject = {};
  for (const endpoint of [...Object.values<Endpoint>(endpoints), ...Object.values<Endpoint>(extensions)])
    all[endpoint.path] = { ...all[endpoint.path], [endpoint.method.toLowerCase()]: operation(endpoint) };
  return all;
}

function operation(endpoint: Endpoint): ZodOpenApiOperationObject {
  const reads = endpoint.method === 'GET';
  return {
    operationId: endpoint.operationId,
    summary: endpoint.summary,
    description: `${endpoint.description}\n\nNeeds the scope \`${endpoint.scope}\`.`,
    tags: [tagOf(endpoint)],
    ...(endpoint.query !== undefined && { requestParams: { query: endpoint.query } }),
    ...(endpoint === endpoints.setSchedule && {
      requestBody: { required: true, content: { 'application/json': { schema: endpoints.setSchedule.body } } },
    }),
    responses: {
      200: {
        description: 'The request succeeded.',
        ...(reads && { headers: answerHeaders(endpoint) }),
        content: { 'application/json': { schema: endpoint.response } },
      },
      ...(reads && {
        304: {
          description: 'The data still has the ETag of If-None-Match; no body.',
          headers: answerHeaders(endpoint),
        },
      }),
      ...Object.fromEntries(problemsOf(endpoint).map((status) => [String(status), RESPONSES[status]])),
    },
  };
}

function tagOf(endpoint: Endpoint): string {
  if (Object.values<Endpoint>(extensions).includes(endpoint)) return 'extension';
  return servesMirror(endpoint) ? 'data' : 'sync';
}

function problemsOf(endpoint: Endpoint): ProblemStatus[] {
  return [
    401,
    403,
    421,
    500,
    ...(endpoint.query === undefined && endpoint.body === undefined ? [] : [400 as const]),
    ...(endpoint.body === undefined ? [] : bodyProblems),
    ...(endpoint === endpoints.syncTransactions ? [429 as const] : []),
    ...(servesMirror(endpoint) ? [503 as const] : []),
  ];
}

function servesMirror(endpoint: Endpoint): boolean {
  return endpoint.method === 'GET' && endpoint.path !== '/api/v2/schedule';
}

const PROBLEMS = {
  400: 'A parameter or the body is malformed; `error` names it.',
  401: 'The Authorization header is missing, or the token is unknown, expired or revoked.',
  403: 'The token lacks the scope, the plan of the account is inactive, or the request comes from a foreign web page.',
  413: 'The body is larger than 16 KiB.',
  415: 'The body is not `application/json`.',
  421: 'The Host header is not an address of this service.',
  429: 'The sync rate limit has been reached; `Retry-After` says how many seconds to wait.',
  500: 'An internal error occurred; see the log of the service for details.',
  503: 'The spreadsheet has never been read and cannot be read now; `error` says why.',
} as const;

type ProblemStatus = keyof typeof PROBLEMS;

const bodyProblems = [413, 415] as const;

const RETRY_AFTER: oas31.HeadersObject = {
  'Retry-After': { description: 'Seconds to wait.', required: true, schema: { type: 'integer', minimum: 1 } },
};
const AUTHENTICATE: oas31.HeadersObject = {
  'WWW-Authenticate': {
    description: 'The scheme to use.',
    required: true,
    schema: { type: 'string', examples: ['Bearer'] },
  },
};

// All endpoints share one object for each status, because the library compares components by identity.
const RESPONSES = Object.fromEntries(
  Object.entries(PROBLEMS).map(([status, description]): [string, ZodOpenApiResponseObject] => [
    status,
    {
      id: `Problem${status}`,
      description,
      ...(status === '401' && { headers: AUTHENTICATE }),
      ...(status === '429' && { headers: RETRY_AFTER }),
      content: { 'application/json': { schema: problem } },
    },
  ]),
) as Record<ProblemStatus, ZodOpenApiResponseObject>;

function answerHeaders(endpoint: Endpoint): oas31.HeadersObject {
  const etag: oas31.HeaderObject = {
    description: 'Changes when the body changes; send it back in If-None-Match.',
    required: true,
    schema: { type: 'string', examples: ['"mi8x2k1c-20454-20484"'] },
  };
  if (endpoint.path === endpoints.schedule.path) return { ETag: etag };
  return {
    ETag: etag,
    'Pennyrow-As-Of': {
      description: 'The last time when the data was known to equal the spreadsheet.',
      required: true,
      schema: { type: 'string', format: 'date-time' },
    },
  };
}
