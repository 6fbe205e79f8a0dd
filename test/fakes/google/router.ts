import { DRIVE, SHEETS, type Description, type Method } from './descriptions/descriptions.ts';

export interface Route {
  readonly api: 'sheets' | 'drive';
  readonly method: Method;
  readonly description: Description;
}

interface Pattern extends Route {
  readonly path: RegExp;
  readonly names: readonly string[];
}

function patternsOf(api: Route['api'], description: Description): Pattern[] {
  return Object.values(description.methods).map((method) => {
    const names: string[] = [];
    const escaped = `/${description.servicePath}${method.path}`.replaceAll('.', String.raw`\.`);
    const path = escaped.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      names.push(name);
      return '([^/]+?)';
    });
    return { api, method, description, path: new RegExp(`^${path}$`), names };
  });
}

/** The most specific patterns come first, since `{id}` also matches `id:getByDataFilter`. */
const PATTERNS = [...patternsOf('sheets', SHEETS), ...patternsOf('drive', DRIVE)].sort(
  (one, other) =>
    other.method.path.replaceAll(/\{\w+\}/g, '').length - one.method.path.replaceAll(/\{\w+\}/g, '').length,
);

/** The API method of a request, with its path parameters; null if there is none. */
export function routeOf(httpMethod: string, pathname: string): { route: Route; path: Record<string, string> } | null {
  for (const pattern of PATTERNS) {
    const match = pattern.method.httpMethod === httpMethod ? pattern.path.exec(pathname) : null;
    if (match !== null)
      return {
        route: pattern,
        path: Object.fromEntries(
          pattern.names.map((name, index) => [name, decodeURIComponent(match[index + 1] ?? '')]),
        ),
      };
  }
  return null;
}
