import { problem } from '../../messages/problem.ts';
import { PennyrowError } from '../../platform/errors.ts';
import { bankNames, type BankWanted } from '../service/choose-bank.ts';
import type { AccessContext, AskedAccess } from '../source-kind.ts';
import { openApi } from './api.ts';
import { listBanks as list } from './find-bank.ts';
import { HOST } from './host.ts';

/** The names of the banks of a country. Throws what the service does, and `source_bank_choice` where there is none. */
export async function listBanks({ settings, secret }: AskedAccess, context: AccessContext): Promise<readonly string[]> {
  const secretKey = secret?.['secretKey'];
  if (secretKey === undefined) throw new PennyrowError(problem('source_no_key', { host: HOST }));
  const wanted = settings as unknown as BankWanted & { readonly secretId: string };
  const api = openApi({ ...context, secretId: wanted.secretId, secretKey });
  return bankNames(await list(api, wanted), wanted, HOST);
}
