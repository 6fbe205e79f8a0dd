import { expect, test } from 'vitest';
import { failureOf } from './failure.ts';
import { apiError, GoogleRefusal, tokenError } from './google-errors.ts';

const person = { serviceAccount: null };
const robot = { serviceAccount: 'robot@project.iam.gserviceaccount.com' };

/** Like the errors of Google's library, contains the whole request with its token. */
function thrown(status: number, data: unknown, headers: Record<string, string> = {}): Error {
  const config = {
    headers: new Headers({ authorization: 'Bearer ya29.SECRET' }),
    url: new URL('https://oauth2.googleapis.com/revoke?token=1//0SECRET'),
    data: 'client_secret=GOCSPX-SECRET',
  };
  return Object.assign(new Error(`failed with ya29.SECRET`), {
    config,
    response: { status, data, headers: new Headers(headers), config },
  });
}

const sheetsError = (code: number, status: string, message: string, reason?: string) => ({
  error: {
    code,
    status,
    message,
    ...(reason === undefined ? {} : { details: [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason }] }),
  },
});
const driveError = (code: number, reason: string, message: string) => ({
  error: { code, message, errors: [{ domain: 'global', reason, message }] },
});

test.each([
  { answer: thrown(404, driveError(404, 'notFound', 'File not found: 1abc.')), code: 'workbook_missing' },
  {
    answer: thrown(
      403,
      driveError(403, 'appNotAuthorizedToFile', 'The user has not granted the app 12 read access to the file 1abc.'),
    ),
    code: 'workbook_missing',
  },
  {
    answer: thrown(
      403,
      driveError(403, 'insufficientFilePermissions', 'The user does not have sufficient permissions.'),
    ),
    code: 'workbook_no_access',
  },
  {
    answer: thrown(403, sheetsError(403, 'PERMISSION_DENIED', 'The caller does not have permission')),
    code: 'workbook_no_access',
  },
  { answer: thrown(403, driveError(403, 'userRateLimitExceeded', 'User Rate Limit Exceeded')), code: 'workbook_quota' },
  {
    answer: thrown(429, sheetsError(429, 'RESOURCE_EXHAUSTED', 'Quota exceeded', 'RATE_LIMIT_EXCEEDED')),
    code: 'workbook_quota',
  },
  {
    answer: thrown(
      403,
      sheetsError(
        403,
        'PERMISSION_DENIED',
        'Google Sheets API has not been used in project 12 before or it is disabled.',
        'SERVICE_DISABLED',
      ),
    ),
    code: 'workbook_google_api_off',
  },
  {
    answer: thrown(400, sheetsError(400, 'INVALID_ARGUMENT', 'Invalid requests[0].appendCells: No grid with id: 3')),
    code: 'workbook_google',
  },
  { answer: thrown(500, '<html>Error 500</html>'), code: 'workbook_google' },
  {
    answer: thrown(401, sheetsError(401, 'UNAUTHENTICATED', 'Request had invalid authentication credentials.')),
    code: 'workbook_reconnect',
  },
  {
    answer: Object.assign(new Error('reason: getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' }),
    code: 'workbook_offline',
  },
  {
    answer: Object.assign(new Error('unable to get local issuer certificate'), {
      code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    }),
    code: 'workbook_offline',
  },
])('a failed request becomes the error $code, without any secret', ({ answer, code }) => {
  const error = apiError(failureOf(answer), person);
  expect(error.code).toBe(code);
  const shownText = JSON.stringify([
    error.message,
    error.remedy,
    String(error.cause),
    error.stack,
    Object.entries(error),
  ]);
  expect(shownText).not.toContain('SECRET');
  expect(error.cause ?? {}).not.toHaveProperty('config');
});

test('the error response to a streamed request is parsed from its text', () => {
  expect(
    failureOf(
      thrown(429, JSON.stringify(sheetsError(429, 'RESOURCE_EXHAUSTED', 'Quota exceeded')), { 'retry-after': '30' }),
    ),
  ).toEqual({
    status: 429,
    reason: 'RESOURCE_EXHAUSTED',
    message: 'Quota exceeded',
    retryAfterMs: 30_000,
    neverSent: false,
    isPage: false,
  });
});

test("the error for a rejected request keeps Google's message", () => {
  const refusal = apiError(failureOf(thrown(400, sheetsError(400, 'INVALID_ARGUMENT', 'No grid with id: 3'))), person);
  expect(refusal).toBeInstanceOf(GoogleRefusal);
  expect(refusal).toMatchObject({ words: 'No grid with id: 3' });
});

test('if a service account does not find a spreadsheet, the remedy is to share it with the address of the account', () => {
  expect(apiError(failureOf(thrown(404, {})), robot).remedy).toContain(
    `Share the spreadsheet with ${robot.serviceAccount}`,
  );
});

test.each([
  {
    answer: { error: 'invalid_grant', error_description: 'Token has been expired or revoked.' },
    status: 400,
    code: 'workbook_reconnect',
  },
  {
    answer: {
      error: 'invalid_grant',
      error_description:
        'Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe. Check your iat and exp values.',
    },
    status: 400,
    code: 'workbook_google_clock',
  },
  {
    answer: { error: 'deleted_client', error_description: 'The OAuth client was deleted.' },
    status: 401,
    code: 'workbook_reconnect',
  },
  { answer: { error: 'internal_failure' }, status: 500, code: 'workbook_google' },
])('a token request that fails with $answer.error becomes $code', ({ answer, status, code }) => {
  expect(tokenError(failureOf(thrown(status, answer)), person).code).toBe(code);
});

test.each([
  { code: 'ECONNREFUSED', neverSent: true },
  { code: 'ENOTFOUND', neverSent: true },
  { code: 'EAI_AGAIN', neverSent: true },
  { code: 'CERT_HAS_EXPIRED', neverSent: true },
  { code: 'ECONNRESET', neverSent: false },
  { code: 'ETIMEDOUT', neverSent: false },
  { code: 'ERR_STREAM_PREMATURE_CLOSE', neverSent: false },
])('the code $code proves that the request never reached Google: $neverSent', ({ code, neverSent }) => {
  const fetchError = Object.assign(new Error('request failed'), { code });
  expect(failureOf(new Error('outer', { cause: fetchError }))).toMatchObject({ status: null, reason: code, neverSent });
});
