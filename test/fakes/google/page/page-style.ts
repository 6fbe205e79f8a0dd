export const PAGE_STYLE = `
  html { height: 100%; }
  body { font: 10pt/1.4 Arial, 'Liberation Sans', system-ui, sans-serif; color: #1f1f1f; margin: 0; height: 100%; display: flex; flex-direction: column; background: #f9fbfd; }
  .notice { margin: 0; padding: .35rem 1rem; background: #fff3d6; color: #5c4400; font-size: 9pt; }
  header { padding: .75rem 1rem; }
  h1 { font-size: 1.25rem; font-weight: 500; margin: 0; }
  main { flex: 1; overflow: auto; background: #fff; border-top: 1px solid #c7cbd1; min-height: 0; }
  main.list { padding: 1rem; }
  main > p { padding: 0 1rem; color: #5f6368; }
  table { border-collapse: separate; border-spacing: 0; table-layout: fixed; width: 0; }
  col.numbers { width: 46px; }
  td, th { border: 0 solid #e1e3e6; border-width: 0 1px 1px 0; height: 1.6em; padding: 1px 4px; overflow: hidden; white-space: nowrap; background: #fff; }
  thead td, th { background: #f3f5f8; color: #5f6368; font-weight: 400; text-align: center; font-size: 9pt; padding: 0; }
  thead td, thead th { position: sticky; top: 0; z-index: 2; height: 20px; line-height: 20px; }
  tr.frozen > * { position: sticky; top: 21px; z-index: 1; }
  nav { display: flex; gap: .25rem; padding: .3rem 1rem; border-top: 1px solid #c7cbd1; }
  nav a { padding: .35rem .9rem; color: #444746; text-decoration: none; border-bottom: 3px solid transparent; border-radius: .4rem .4rem 0 0; }
  nav a[aria-current] { background: #e1e9f7; color: #0b57d0; font-weight: 600; }`;
