/** An error response in the format of its API. */
export class GoogleFault extends Error {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) {
    super(typeof body === 'string' ? body : JSON.stringify(body));
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

const STATUS: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  409: 'ABORTED',
  429: 'RESOURCE_EXHAUSTED',
  499: 'CANCELLED',
  500: 'INTERNAL',
  501: 'UNIMPLEMENTED',
  502: 'UNAVAILABLE',
  503: 'UNAVAILABLE',
  504: 'DEADLINE_EXCEEDED',
};

/** The error format of Google's newer APIs, including Sheets. */
export function rpcFault(
  code: number,
  message: string,
  details?: readonly unknown[],
  headers?: Readonly<Record<string, string>>,
): GoogleFault {
  return new GoogleFault(
    code,
    { error: { code, message, status: STATUS[code] ?? 'UNKNOWN', ...(details && { details }) } },
    headers,
  );
}

/** The error format of Drive v3. */
export function driveFault(
  code: number,
  reason: string,
  message: string,
  extra: { readonly location?: string; readonly locationType?: string; readonly domain?: string } = {},
  headers?: Readonly<Record<string, string>>,
): GoogleFault {
  const { domain = 'global', ...where } = extra;
  return new GoogleFault(code, { error: { code, message, errors: [{ message, domain, reason, ...where }] } }, headers);
}

export interface Violation {
  readonly field?: string;
  readonly description: string;
}

/** A request that does not match the API's description. */
export function badRequest(violations: readonly Violation[]): GoogleFault {
  const message = violations.map(({ description }) => description).join('\n');
  return rpcFault(400, message, [
    { '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: violations },
  ]);
}

export function invalidFieldMask(path: string): GoogleFault {
  const description = `Error expanding 'fields' parameter. Cannot find matching fields for path '${path}'.`;
  const details = [
    { '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: [{ field: path, description }] },
  ];
  return rpcFault(400, 'Request contains an invalid argument.', details);
}

/** An error in one request of a batch, which rejects the whole batch. */
export class RequestProblem extends Error {
  readonly status: number;

  constructor(message: string, status = 400) {
    super(message);
    this.status = status;
  }
}

/** The error for a request that Google supports and the fake does not. */
export function notInTheFake(what: string): GoogleFault {
  return rpcFault(501, `The fake Google does not do ${what}.`);
}
