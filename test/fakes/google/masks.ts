import { fieldsOf, type Description, type Property } from './descriptions/descriptions.ts';

/** The requested fields: all of a message, or some by name. */
export type Mask = 'all' | ReadonlyMap<string, Mask>;

/** Thrown for an unknown field, with the path as it was written. */
export class UnknownField extends Error {
  readonly path: string;

  constructor(path: string) {
    super(`Unknown field ${path}`);
    this.path = path;
  }
}

type Tree = Map<string, Tree | 'all'>;

/** A cache: programs request the same few fields again and again. */
const maskCache = new Map<Description, Map<string, Mask>>();

/** Parses `a,b(c,d/e),f.g` and checks each name against the message. Throws `UnknownField`. */
export function readMask(text: string, message: string, description: Description): Mask {
  const masks = maskCache.get(description) ?? new Map<string, Mask>();
  maskCache.set(description, masks);
  const key = `${message} ${text}`;
  const mask = masks.get(key) ?? parsedMask(text, message, description);
  masks.set(key, mask);
  return mask;
}

function parsedMask(text: string, message: string, description: Description): Mask {
  if (text === '*') return 'all';
  const tree: Tree = new Map();
  const rest = readList(text.replaceAll(/\s/g, ''), 0, '', { $ref: message }, tree, description);
  if (rest !== text.replaceAll(/\s/g, '').length) throw new UnknownField(text);
  return tree;
}

function readList(
  text: string,
  from: number,
  prefix: string,
  property: Property,
  tree: Tree,
  description: Description,
): number {
  let at = from;
  for (;;) {
    at = readPath(text, at, prefix, property, tree, description);
    if (text[at] !== ',') return at;
    at += 1;
  }
}

function readPath(
  text: string,
  from: number,
  prefix: string,
  start: Property,
  tree: Tree,
  description: Description,
): number {
  let at = from;
  let property = start;
  let node = tree;
  let path = prefix;
  for (;;) {
    const name = /^(\*|[A-Za-z_][\w]*)/.exec(text.slice(at))?.[0];
    if (name === undefined) throw new UnknownField(path === '' ? text : `${path}${text.slice(at)}`);
    at += name.length;
    if (name === '*') {
      node.set('*', 'all');
      return at;
    }
    path = path === '' ? name : `${path}.${name}`;
    const next = fieldsOf(property, description)?.[name];
    if (next === undefined && !opensMap(property, description)) throw new UnknownField(path);
    property = next ?? {};
    const existing = node.get(name);
    if (text[at] === '.' || text[at] === '/') {
      at += 1;
      node = below(node, name, existing);
    } else if (text[at] === '(') {
      at = readList(text, at + 1, path, property, below(node, name, existing), description);
      if (text[at] !== ')') throw new UnknownField(path);
      return at + 1;
    } else {
      node.set(name, 'all');
      return at;
    }
  }
}

/** If the whole field is already requested, more specific paths change nothing. */
function below(node: Tree, name: string, existing: Tree | 'all' | undefined): Tree {
  if (existing === 'all') return new Map();
  const child: Tree = existing ?? new Map();
  node.set(name, child);
  return child;
}

function opensMap(property: Property, { schemas }: Description): boolean {
  const schema = property.$ref === undefined ? property : (schemas[property.$ref] ?? {});
  return schema.additionalProperties !== undefined || schema.cut === true;
}

/** The mask of one field; null if it is not requested. */
export function masked(mask: Mask, field: string): Mask | null {
  if (mask === 'all') return 'all';
  return mask.get(field) ?? (mask.get('*') === 'all' ? 'all' : null);
}

/** The requested part of a value. */
export function applyMask<T>(value: T, mask: Mask): T {
  if (mask === 'all' || value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((item: unknown) => applyMask(item, mask)) as T;
  const result: Record<string, unknown> = {};
  for (const [name, content] of Object.entries(value)) {
    const fieldMask = masked(mask, name);
    if (fieldMask !== null && content !== undefined) result[name] = applyMask(content as unknown, fieldMask);
  }
  return result as T;
}

/** The paths of the fields that an update with this mask may change, with `*` expanded. */
export function pathsOf(mask: Mask, all: readonly string[]): readonly (readonly string[])[] {
  if (mask === 'all' || mask.get('*') === 'all') return all.map((name) => [name]);
  return [...mask].flatMap(([name, below]) =>
    below === 'all' ? [[name]] : pathsOf(below, ['*']).map((path) => (path[0] === '*' ? [name] : [name, ...path])),
  );
}

/** Copies `target` with the values of `source` at these paths; removes a path that `source` lacks. */
export function withPaths<T extends object>(target: T, source: object, paths: readonly (readonly string[])[]): T {
  const changed: Record<string, unknown> = { ...(target as Record<string, unknown>) };
  for (const [name = '', ...rest] of paths) {
    const given = (source as Record<string, unknown>)[name] ?? undefined;
    if (rest.length > 0) changed[name] = withPaths((changed[name] as object | undefined) ?? {}, given ?? {}, [rest]);
    else if (given === undefined) delete changed[name];
    else changed[name] = given;
    const result = changed[name];
    if (rest.length > 0 && typeof result === 'object' && result !== null && Object.keys(result).length === 0)
      delete changed[name];
  }
  return changed as T;
}
