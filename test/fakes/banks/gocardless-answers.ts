import type { ServiceAnswer } from './bank-world.ts';
import type { EuropeanBank } from './european-banks.ts';

export function refused(status: number, summary: string, detail: string, type?: string): ServiceAnswer {
  return { status, body: { summary, detail, status_code: status, ...(type === undefined ? {} : { type }) } };
}

export const TOKEN_REFUSED = refused(401, 'Invalid token', 'Token is invalid or expired');

/** The error from GoCardless or from the bank when the access to an account has ended. */
export function ended(reason: 'expired' | 'revoked' | 'suspended'): ServiceAnswer {
  switch (reason) {
    case 'expired':
      return refused(
        401,
        'End User Agreement (EUA) 76c790ff-274b-46cc-8c5e-1aefb2bee25f has expired',
        'EUA was valid for 90 days and it expired at 2026-06-30 15:57:27.203016+00:00. The end user must connect the account once more with new EUA and Requisition',
      );
    case 'revoked':
      return refused(
        401,
        "Couldn't update account transactions",
        'Access has expired or it has been revoked. To restore access reconnect the account.',
        'AccessExpiredError',
      );
    case 'suspended':
      return refused(
        409,
        'Account suspended',
        'This account or its requisition was suspended due to numerous errors that occurred while accessing it.',
      );
  }
}

/** The answer when the bank's rate limit is reached; a header says when it resets. */
export function limited(limit: number, resetSeconds: number): ServiceAnswer {
  const answer = refused(
    429,
    'Rate limit exceeded',
    'Daily request limit set by the Institution has been exceeded.',
    'RateLimitError',
  );
  return {
    ...answer,
    headers: {
      HTTP_X_RATELIMIT_ACCOUNT_SUCCESS_LIMIT: String(limit),
      HTTP_X_RATELIMIT_ACCOUNT_SUCCESS_REMAINING: '0',
      HTTP_X_RATELIMIT_ACCOUNT_SUCCESS_RESET: String(resetSeconds),
    },
  };
}

export function institutionId({ name, bic }: EuropeanBank): string {
  return `${name.toUpperCase().replaceAll(/\W/g, '_')}_${bic}`;
}

/** GoCardless sends numbers as text. */
export function institutionResource(bank: EuropeanBank, country: string, consentDays: number): object {
  return {
    id: institutionId(bank),
    name: bank.name,
    bic: bank.bic,
    transaction_total_days: String(bank.historyDays),
    max_access_valid_for_days: String(consentDays),
    countries: [country.toUpperCase()],
    logo: 'https://cdn-logos.gocardless.com/ais/bank.png',
  };
}
