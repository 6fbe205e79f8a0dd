import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Description, Property } from './cut.ts';

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
