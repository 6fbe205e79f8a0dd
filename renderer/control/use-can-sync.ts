import { useAnswer } from './use-control.ts';

/** Whether a sync of the account has anything to ask; true until that is known. */
export function useCanSync(accountId: string): boolean {
  const { data } = useAnswer('service.status', {});
  return data?.accounts.find(({ id }) => id === accountId)?.canSync ?? true;
}
