const KEPT_AS = 'pennyrow.account';

/** The account viewed last in this window, otherwise in any window. A reloaded window keeps its own account. */
export function storedAccountId(): string | null {
  return sessionStorage.getItem(KEPT_AS) ?? localStorage.getItem(KEPT_AS);
}

export function storeAccountId(accountId: string): void {
  sessionStorage.setItem(KEPT_AS, accountId);
  localStorage.setItem(KEPT_AS, accountId);
}
