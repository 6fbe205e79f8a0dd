import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Property {
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly $ref?: string;
  readonly items?: Property;
  readonly additionalProperties?: Property;
  readonly properties?: Readonly<Record<string, Property>>;
  readonly location?: 'path' | 'query';
  readonly required?: boolean;
  readonly repeated?: boolean;
  readonly readOnly?: boolean;
  /** True if the stored description omits the fields of this message; the fake rejects requests that use it. */
  readonly cut?: true;
}

export interface Method {
  readonly id: string;
  readonly httpMethod: string;
  readonly path: string;
  readonly parameters?: Readonly<Record<string, Property>>;
  readonly request?: { readonly $ref: string };
  readonly response?: { readonly $ref: string };
  readonly scopes: readonly string[];
}

export interface Description {
  readonly servicePath: string;
  readonly parameters: Readonly<Record<string, Property>>;
  readonly methods: Readonly<Record<string, Method>>;
  readonly schemas: Readonly<Record<string, Property>>;
}

function load(name: string): Description {
  return JSON.parse(readFileSync(join(import.meta.dirname, name), 'utf8')) as Description;
}

export const SHEETS = load('sheets-v4.json');
export const DRIVE = load('drive-v3.json');

/** The fields of a message; null if the property is not a message. */
export function fieldsOf(property: Property, { schemas }: Description): Readonly<Record<string, Property>> | null {
  if (property.$ref !== undefined) return fieldsOf(schemas[property.$ref] ?? {}, { schemas } as Description);
  if (property.items !== undefined) return fieldsOf(property.items, { schemas } as Description);
  return property.properties ?? null;
}
