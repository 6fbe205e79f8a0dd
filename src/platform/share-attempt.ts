/** Shares one attempt between all callers. The next call after a failure, such as too many open files, tries again. */
export function shareAttempt<Value>(attempt: () => Promise<Value>): () => Promise<Value> {
  let value: Promise<Value> | null = null;
  return () =>
    (value ??= attempt().catch((thrown: unknown) => {
      value = null;
      throw thrown;
    }));
}
