import { badRequest, notInTheFake, type Violation } from './google-error.ts';
import type { Description, Method, Property } from './descriptions/descriptions.ts';

/** The parsed query of a call. Parameters that may be repeated are lists. */
export type Query = Readonly<Record<string, string | readonly string[]>>;

export function validQuery(search: URLSearchParams, method: Method, description: Description): Query {
  const violations: Violation[] = [];
  const query: Record<string, string | string[]> = {};
  for (const [name, value] of search) {
    const parameter = method.parameters?.[name] ?? description.parameters[name];
    if (parameter === undefined || parameter.location !== 'query') {
      violations.push({
        description: `Invalid JSON payload received. Unknown name "${name}": Cannot bind query parameter. Field '${name}' could not be found in request message.`,
      });
      continue;
    }
    const problem = scalarProblem(value, parameter, true);
    if (problem !== null)
      violations.push({
        field: snake(name),
        description: `Invalid value at '${snake(name)}' (${problem}), ${JSON.stringify(value)}`,
      });
    const before = query[name];
    if (parameter.repeated === true) query[name] = [...(Array.isArray(before) ? before : []), value];
    else if (before === undefined) query[name] = value;
    else violations.push({ description: `Invalid value at '${snake(name)}': the parameter was given more than once.` });
  }
  if (violations.length > 0) throw badRequest(violations);
  return query;
}

/** Checks a body against its message. Unlike Google, accepts only the documented spelling of names. */
export function validateBody(body: unknown, message: string, description: Description): void {
  if (body === null || typeof body !== 'object' || Array.isArray(body))
    throw badRequest([
      { description: 'Invalid JSON payload received. Unexpected token. Root element must be a message.' },
    ]);
  const violations: Violation[] = [];
  checkMessage(body, description.schemas[message] ?? {}, '', { description, violations });
  if (violations.length > 0) throw badRequest(violations);
}

interface Check {
  readonly description: Description;
  readonly violations: Violation[];
}

function checkMessage(value: object, schema: Property, path: string, check: Check): void {
  for (const [name, content] of Object.entries(value)) {
    const property = schema.properties?.[name];
    if (property !== undefined) {
      checkValue(content, property, path === '' ? snake(name) : `${path}.${snake(name)}`, check);
      continue;
    }
    const description = `Invalid JSON payload received. Unknown name "${name}"${path === '' ? '' : ` at '${path}'`}: Cannot find field.`;
    check.violations.push(path === '' ? { description } : { field: path, description });
  }
}

function checkValue(value: unknown, property: Property, path: string, check: Check): void {
  // JSON null means that the field is not set.
  if (value === null) return;
  if (property.cut === true) throw notInTheFake(`'${path}'`);
  const wrong = (type: string): void => {
    check.violations.push({
      field: path,
      description: `Invalid value at '${path}' (${type}), ${JSON.stringify(value)}`,
    });
  };
  if (property.type === 'array') {
    if (!Array.isArray(value)) {
      wrong('TYPE_LIST');
      return;
    }
    const items = property.items ?? {};
    for (const [index, item] of value.entries()) {
      if (item === null)
        check.violations.push({
          field: `${path}[${index}]`,
          description: `Invalid value at '${path}[${index}]', null`,
        });
      else checkValue(item, items, `${path}[${index}]`, check);
    }
    return;
  }
  const schema = property.$ref === undefined ? property : (check.description.schemas[property.$ref] ?? {});
  if (schema.type === 'object') {
    if (typeof value !== 'object' || Array.isArray(value))
      wrong(`type.googleapis.com/google.apps.${property.$ref ?? 'Struct'}`);
    else if (schema.additionalProperties !== undefined)
      for (const [key, item] of Object.entries(value))
        checkValue(item, schema.additionalProperties, `${path}[${JSON.stringify(key)}]`, check);
    else checkMessage(value, schema, path, check);
    return;
  }
  const problem = scalarProblem(value, schema, false);
  if (problem !== null) wrong(problem);
}

const INT32 = 2 ** 31;

/** The name of the expected type if the value has another one, otherwise null. `fromText` accepts texts of a query. */
function scalarProblem(value: unknown, property: Property, fromText: boolean): string | null {
  if (property.enum !== undefined) return property.enum.includes(value as string) ? null : 'TYPE_ENUM';
  const typed = fromText ? value : null;
  switch (property.type ?? '') {
    case 'boolean':
      return typeof value === 'boolean' || typed === 'true' || typed === 'false' ? null : 'TYPE_BOOL';
    case 'integer': {
      const number = fromText ? Number(value) : value;
      return typeof number === 'number' && Number.isInteger(number) && number >= -INT32 && number < INT32
        ? null
        : 'TYPE_INT32';
    }
    case 'number': {
      const number = fromText ? Number(value) : value;
      return typeof number === 'number' && Number.isFinite(number) ? null : 'TYPE_DOUBLE';
    }
    case 'string':
      return typeof value === 'string' ? null : 'TYPE_STRING';
    default:
      return null;
  }
}

function snake(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
