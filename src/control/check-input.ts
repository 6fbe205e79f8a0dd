import type * as z from 'zod/mini';
import { problem } from '../messages/problem.ts';
import { PennyrowError } from '../platform/errors.ts';

/** What came from outside as the procedure's schema reads it; throws input_invalid. */
export function checkInput<Schema extends z.ZodMiniType>(
  name: string,
  schema: Schema,
  input: unknown,
): z.infer<Schema> {
  const checked = schema.safeParse(input);
  if (checked.success) return checked.data;
  const what = checked.error.issues.map((issue) => `${issue.path.join('.') || 'input'}: ${issue.message}`).join('; ');
  throw new PennyrowError(problem('input_invalid', { reason: 'other', field: name, issues: what }));
}
