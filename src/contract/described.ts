import * as z from 'zod/mini';

/** The schema with the texts of its documents. */
export function described<Schema extends z.ZodMiniType>(
  schema: Schema,
  description: string,
  example?: z.infer<Schema>,
): Schema {
  return schema.check(z.meta({ description, ...(example !== undefined && { example }) }));
}
