/** Calls `attempt` once and returns its result to all callers. After a failure, the next call tries again. */
export function shareAttempt<Value>(attempt: () => Promise<Value>): () => Promise<Value> {
  let value: Promise<Value> | null = null;
  return () =>
    (value ??= attempt().catch((thrown: unknown) => {
      value = null;
      throw thrown;
    }));
}
