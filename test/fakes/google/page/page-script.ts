/** Runs in the browser: edits cells, deletes rows, and checks every second for changes of the sheet. */
export const PAGE_SCRIPT = `
const main = document.querySelector('main');
let seen = main.innerHTML;
let editing = false;

async function refresh() {
  const answer = await fetch(location.href).catch(() => null);
  if (answer === null || !answer.ok || editing) return;
  const next = new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector('main');
  if (next === null || editing || next.innerHTML === seen) return;
  seen = next.innerHTML;
  main.replaceChildren(...next.childNodes);
}

async function post(fields) {
  const answer = await fetch(location.href, { method: 'POST', body: new URLSearchParams({ sheet: main.dataset.sheet, ...fields }) });
  if (!answer.ok) alert(await answer.text());
  await refresh();
}

function edit(cell) {
  editing = true;
  const before = cell.dataset.typed ?? cell.textContent;
  const kept = [...cell.childNodes];
  const input = document.createElement('input');
  input.value = before;
  input.setAttribute('aria-label', 'Content of the cell');
  cell.replaceChildren(input);
  input.focus();
  input.select();
  const finish = (isKept) => {
    if (!editing) return;
    editing = false;
    const [row, column] = cell.dataset.at.split(':');
    const value = input.value;
    cell.replaceChildren(...kept);
    if (isKept && value !== before) post({ action: 'enter', row, column, value });
  };
  input.addEventListener('blur', () => finish(true));
  input.addEventListener('keydown', ({ key }) => {
    if (key === 'Enter') finish(true);
    if (key === 'Escape') finish(false);
  });
}

main.addEventListener('click', ({ target }) => {
  const { row } = target.dataset;
  if (row !== undefined && confirm('Delete row ' + row + '?')) post({ action: 'delete-row', row });
  const cell = target.closest('td[data-at]');
  if (cell !== null && target.tagName !== 'INPUT') edit(cell);
});

setInterval(refresh, 1000);
`;
