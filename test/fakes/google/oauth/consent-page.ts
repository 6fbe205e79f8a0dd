import type { StoredFile } from '../files.ts';
import { PERSON } from './authority.ts';
import { escaped, type Ask } from './authorization.ts';

const MEANING: Readonly<Record<string, string>> = {
  'https://www.googleapis.com/auth/drive.file':
    'See, edit, create and delete only the specific Google Drive files that you use with this app',
};

const STYLE = `
  body { font: 16px/1.5 system-ui, sans-serif; background: #f0f4f9; color: #1f1f1f; margin: 0; }
  main { max-width: 34rem; margin: 4rem auto; background: #fff; border-radius: 1.5rem; padding: 2.5rem; }
  h1 { font-size: 1.75rem; font-weight: 500; margin: 0 0 .5rem; }
  small { color: #5f6368; }
  fieldset { border: 1px solid #dadce0; border-radius: .75rem; margin: 1.5rem 0; padding: .5rem 1rem; }
  label { display: block; padding: .5rem 0; }
  footer { display: flex; justify-content: flex-end; gap: .75rem; margin-top: 2rem; }
  button { font: inherit; padding: .5rem 1.5rem; border-radius: 1.25rem; border: 1px solid #747775; background: #fff; color: #0b57d0; }
  button[value=allow] { background: #0b57d0; border-color: #0b57d0; color: #fff; }`;

/** The page on which a user accepts or declines, and picks files if the application requests it. */
export function consentPage(
  { client, scopes, picker }: Ask,
  parameters: readonly (readonly [string, string])[],
  choices: readonly StoredFile[] | null,
): string {
  const hidden = parameters
    .map(([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`)
    .join('\n');
  const wishes = scopes
    .map((scope) => `<li>${escaped(MEANING[scope] ?? scope)}<br><small>${escaped(scope)}</small></li>`)
    .join('\n');
  const untested = client.isTesting
    ? '<p role="note">Google hasn’t verified this app. It is being tested; the access that you give ends after seven days.</p>'
    : '';
  return `<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Sign in – stand-in for Google</title>
<style>${STYLE}</style>
<main>
<small>A stand-in for Google on this machine</small>
<h1>${escaped(client.name)} wants to access your Google Account</h1>
<p>${PERSON}</p>
${untested}
<form method="post" action="/o/oauth2/v2/auth/decision">
${hidden}
<p>This will allow ${escaped(client.name)} to:</p>
<ul>
${wishes}
</ul>
${choices === null ? '' : picks(choices, picker?.allowsMultiple === true)}
<footer>
<button name="decision" value="deny">Cancel</button>
<button name="decision" value="allow">Continue</button>
</footer>
</form>
</main>
</html>
`;
}

function picks(files: readonly StoredFile[], isMultiple: boolean): string {
  const rows = files.map(
    ({ id, state }) =>
      `<label><input type="${isMultiple ? 'checkbox' : 'radio'}" name="pick" value="${escaped(id)}"> ${escaped(state.properties.title ?? '')}</label>`,
  );
  return `<fieldset>\n<legend>Choose which ${isMultiple ? 'files' : 'file'} to share</legend>\n${rows.join('\n') || '<p>There is no spreadsheet to choose.</p>'}\n</fieldset>`;
}
