import { findKept, forgetKept, keep } from '../../../parts/use-kept.ts';
import type { ChosenFile } from './chosen-file.ts';

/**
 * What a person was doing with files, for a reload: which they were, and all that was answered of them. The service has the
 * files themselves, and says so when it has one no more. An import that has begun is the service's.
 */
export function nameOfKept(accountId: string, what: string): string {
  return `import.${accountId}.${what}`;
}

type KeptFile = Pick<ChosenFile, 'key' | 'name' | 'upload' | 'bankAccount' | 'dateOrder'>;

/** Those that the service was brought before the reload, to be looked at again. */
export function findKeptFiles(accountId: string): ChosenFile[] {
  const kept = findKept<readonly KeptFile[]>(nameOfKept(accountId, 'files')) ?? [];
  return kept.map((file) => ({ ...file, inspection: null, failure: null }));
}

export function keepFiles(accountId: string, files: readonly ChosenFile[]): void {
  const kept = files
    .filter(({ upload }) => upload !== null)
    .map(({ key, name, upload, bankAccount, dateOrder }): KeptFile => ({ key, name, upload, bankAccount, dateOrder }));
  keep(nameOfKept(accountId, 'files'), kept);
}

export function forgetFiles(accountId: string): void {
  forgetKept(nameOfKept(accountId, ''));
}
