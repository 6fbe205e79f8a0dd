import type { ZodOpenApiResponseObject, ZodOpenApiResponsesObject, oas31 } from 'zod-openapi';
import { endpoints, type Endpoint } from './endpoints.ts';
import { problem } from './problem.ts';

const PROBLEMS = {
  400: 'A parameter or the body is malformed; `error` names it.',
  401: 'The Authorization header is missing, or the token is unknown, expired or revoked.',
  403: 'The token lacks the scope, the plan of the account is inactive, or the request comes from a foreign web page.',
  413: 'The body is larger than 16 KiB.',
  415: 'The body is not `application/json`.',
  421: 'The Host header names no address of this service.',
  429: 'The sync rate limit has been reached; `Retry-After` says how many seconds to wait.',
  500: 'Something went wrong inside the service; its log tells more.',
  503: 'The spreadsheet was never read so far and cannot be read now; `error` says why.',
} as const;

export type ProblemStatus = keyof typeof PROBLEMS;

/** What may be wrong with a body as such. */
export const bodyProblems = [413, 415] as const;

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

// One object for each status, since a component is known by its identity.
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

export function problemResponses(statuses: readonly ProblemStatus[]): ZodOpenApiResponsesObject {
  return Object.fromEntries(statuses.map((status) => [String(status), RESPONSES[status]]));
}

/** The headers of an answer that can be asked for again with If-None-Match. */
export function answerHeaders(endpoint: Endpoint): oas31.HeadersObject {
  const etag: oas31.HeaderObject = {
    description: 'Changes when the body does; send it back in If-None-Match.',
    required: true,
    schema: { type: 'string', examples: ['"mi8x2k1c-20454-20484"'] },
  };
  if (endpoint.path === endpoints.schedule.path) return { ETag: etag };
  return {
    ETag: etag,
    'Pennyrow-As-Of': {
      description: 'When the data was last known to equal the spreadsheet.',
      required: true,
      schema: { type: 'string', format: 'date-time' },
    },
  };
}

export function notModified(endpoint: Endpoint): ZodOpenApiResponseObject {
  return { description: 'The same as what If-None-Match names; no body.', headers: answerHeaders(endpoint) };
}
