import * as z from 'zod/mini';
import { procedure } from './procedure.ts';
import type { ConnectedView } from './workbook.ts';

const consentId = z.string().check(z.minLength(1));

export const consentProcedures = {
  /**
   * Answers once the workbook is connected; fails as connecting failed. Where only its columns are not recognised, it is
   * then `workbook.unmapped`.
   */
  'consent.wait': procedure<ConnectedView>()(z.strictObject({ consentId })),
  /** The address that the service sent the browser to, when that browser is on another machine. */
  'consent.receive': procedure<null>()(z.strictObject({ consentId, address: z.string() })),
  /** The same where the browser came back to this machine: whether a connection's question was waiting for it. */
  'consent.redirected': procedure<{ readonly received: boolean }>()(z.strictObject({ address: z.string() })),
  'consent.cancel': procedure<{ readonly cancelled: boolean }>()(z.strictObject({ consentId })),
};
