import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import * as z from 'zod/mini';

/** A schema as the protocol's library takes it, which tells programs of it as JSON Schema. `isTrusting`: checked elsewhere. */
export function schemaOf<Value = unknown>(
  schema: z.ZodMiniType,
  { io = 'input', isTrusting = false }: { readonly io?: 'input' | 'output'; readonly isTrusting?: boolean } = {},
): StandardSchemaWithJSON<Value, Value> {
  const json = (): Record<string, unknown> => z.toJSONSchema(schema, { io });
  const { validate } = schema['~standard'];
  return {
    '~standard': {
      version: 1,
      vendor: 'pennyrow',
      validate: (value) => (isTrusting ? { value: value as Value } : (validate(value) as { value: Value })),
      jsonSchema: { input: json, output: json },
    },
  };
}
