import * as z from 'zod/mini';

/** Adds the description and the example that the API's documents show. */
export function described<Schema extends z.ZodMiniType>(
  schema: Schema,
  description: string,
  example?: z.infer<Schema>,
): Schema {
  return schema.check(z.meta({ description, ...(example !== undefined && { example }) }));
}
