export type SnippetLanguage = 'curl' | 'python' | 'javascript';

export interface SnippetFacts {
  /** "https://localhost:28400" */
  readonly url: string;
  /** Full path of the certificate to trust. */
  readonly caPath: string;
  readonly token: string;
  /** A token that may not read gets an example that it may run. */
  readonly mayRead: boolean;
}

/** A whole program that runs as it stands, for someone who has never used the API. */
export function snippet(language: SnippetLanguage, facts: SnippetFacts): string {
  return SNIPPETS[language](facts);
}

const SNIPPETS: Readonly<Record<SnippetLanguage, (facts: SnippetFacts) => string>> = { curl, python, javascript };

function curl(facts: SnippetFacts): string {
  const isWindows = /^[a-z]:\\/i.test(facts.caPath);
  const end = isWindows ? ' `' : ' \\';
  return [
    `${isWindows ? 'curl.exe' : 'curl'} --cacert ${shellText(facts.caPath, isWindows)}${end}`,
    `  -H ${shellText(`Authorization: Bearer ${facts.token}`, isWindows)}${end}`,
    ...(facts.mayRead ? [] : [`  -X POST${end}`]),
    `  ${shellText(address(facts), isWindows)}`,
  ].join('\n');
}

function python(facts: SnippetFacts): string {
  return `import json
import ssl
import urllib.request

context = ssl.create_default_context(cafile=${JSON.stringify(facts.caPath)})
request = urllib.request.Request(
    ${JSON.stringify(address(facts))},
    headers={"Authorization": "Bearer ${facts.token}"},${facts.mayRead ? '' : '\n    method="POST",'}
)
with urllib.request.urlopen(request, context=context) as answer:
    print(json.dumps(json.load(answer), indent=2))
`;
}

function javascript(facts: SnippetFacts): string {
  return `import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { json } from 'node:stream/consumers';

const options = {
  method: '${facts.mayRead ? 'GET' : 'POST'}',
  ca: readFileSync(${JSON.stringify(facts.caPath)}),
  headers: { Authorization: 'Bearer ${facts.token}' },
};
request('${address(facts)}', options, async (answer) => {
  console.log(await json(answer));
}).end();
`;
}

function address({ url, mayRead }: SnippetFacts): string {
  return `${url}/api/v2/${mayRead ? 'transactions' : 'sync-transactions'}`;
}

/** Taken as it stands by a POSIX shell, or by PowerShell, which doubles the mark where the other one breaks off. */
function shellText(text: string, isWindows: boolean): string {
  return `'${text.replaceAll("'", isWindows ? "''" : String.raw`'\''`)}'`;
}
