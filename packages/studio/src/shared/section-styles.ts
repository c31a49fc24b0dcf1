import { css } from 'lit';

/** Sections, notices, lists of facts and tables of the detail pages. */
export const sectionStyles = css`
  section {
    min-width: 0;
    padding: 18px 20px;
    border: 1px solid var(--fp-line);
    border-radius: 12px;
    background: var(--fp-surface);
  }
  section > h2 {
    margin-block-end: 12px;
  }
  .lost {
    padding: 10px 14px;
    border: 1px solid var(--fp-warning);
    border-radius: var(--fp-radius);
  }
  dl.facts {
    display: grid;
    grid-template-columns: minmax(110px, auto) minmax(0, 1fr);
    gap: 8px 16px;
    margin: 0;
  }
  dl.facts dt {
    color: var(--fp-muted);
  }
  dl.facts dd {
    margin: 0;
    overflow-wrap: anywhere;
  }
  dl.figures {
    display: grid;
    gap: 1px;
    margin: 0 0 16px;
    border: 1px solid var(--fp-line);
    border-radius: 12px;
    overflow: hidden;
  }
  .figures div {
    padding: 10px 14px;
    box-shadow: 0 0 0 1px var(--fp-line);
  }
  .figures dt {
    color: var(--fp-muted);
    font-size: 0.8125rem;
  }
  .figures dd {
    margin: 0;
    font-size: 1.25rem;
    font-weight: 600;
  }
  ul.plain {
    display: grid;
    gap: 12px;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .digest,
  .code {
    font: 0.8125rem / 1.5 ui-monospace, monospace;
    overflow-wrap: anywhere;
  }
  .problem {
    color: var(--fp-danger);
  }
  .caution {
    color: var(--fp-warning);
  }
  .line {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 6px 12px;
    min-width: 0;
  }
  .line .grow {
    flex: 1 1 160px;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  .table {
    border: 1px solid var(--fp-line);
    border-radius: 10px;
    overflow-x: auto;
  }
  .table:focus-visible {
    box-shadow: var(--fp-focus);
  }
  table {
    width: 100%;
    border-collapse: collapse;
  }
  th,
  td {
    padding: 8px 12px;
    border-block-end: 1px solid var(--fp-line);
    text-align: start;
    vertical-align: top;
  }
  tr:last-child > * {
    border-block-end: 0;
  }
  th {
    color: var(--fp-muted);
    font-size: 0.8125rem;
    font-weight: 500;
    white-space: nowrap;
  }
  tbody th {
    color: inherit;
    font-size: inherit;
    font-weight: 400;
  }
  td.number,
  th.number {
    font-variant-numeric: tabular-nums;
    text-align: end;
  }
`;
