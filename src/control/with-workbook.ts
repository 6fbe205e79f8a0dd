import { problem } from '../messages/problem.ts';
import { PennyrowError } from '../platform/errors.ts';
import type { Account } from '../store/accounts.ts';
import type { Workbook } from '../workbooks/workbook.ts';

export async function withWorkbook<Result>(
  open: (account: Account) => Workbook,
  account: Account,
  use: (workbook: Workbook) => Promise<Result>,
): Promise<Result> {
  if (account.workbook === null) throw new PennyrowError(problem('workbook_none', { account: account.name }));
  const workbook = open(account);
  try {
    return await use(workbook);
  } finally {
    await workbook.close();
  }
}
