import type * as z from 'zod/mini';

/**
 * One thing that the dashboard or the command line may ask. Inputs come from outside and are checked by
 * their schema; outputs come from us, so their type is enough.
 */
export interface Procedure<Input extends z.ZodMiniType = z.ZodMiniType, Output = unknown> {
  readonly input: Input;
  /** Exists for the type checker only. */
  readonly output?: Output;
}

/** `procedure<Output>()(inputSchema)`: in two calls, so that the input's type is inferred. */
export function procedure<Output>() {
  return <Input extends z.ZodMiniType>(input: Input): Procedure<Input, Output> => ({ input });
}
