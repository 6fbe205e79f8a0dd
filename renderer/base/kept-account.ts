const KEPT_AS = 'pennyrow.account';

/** The account that was looked at last: in this window, else in any. Each window keeps to its own when it is reloaded. */
export function keptAccount(): string | null {
  return sessionStorage.getItem(KEPT_AS) ?? localStorage.getItem(KEPT_AS);
}

export function keepAccount(accountId: string): void {
  sessionStorage.setItem(KEPT_AS, accountId);
  localStorage.setItem(KEPT_AS, accountId);
}
