import { css } from 'lit';
import { chipStyles } from './status-chip.ts';

/** A row of a list: the whole row is the link of its title, beside what state it is in. */
export const listRowStyles = css`
  ${chipStyles}
  .row {
    position: relative;
    display: grid;
    align-items: center;
    height: 100%;
    border: 1px solid var(--fp-line);
    border-radius: 10px;
    background: var(--fp-surface);
  }
  .row:hover {
    background: var(--fp-raised);
  }
  .words,
  .state {
    min-width: 0;
  }
  .title,
  .small {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .title {
    display: block;
    color: inherit;
    font-weight: 600;
    text-decoration: none;
  }
  .title::after {
    position: absolute;
    inset: 0;
    border-radius: 10px;
    content: '';
  }
  .title:focus-visible {
    box-shadow: none;
  }
  .title:focus-visible::after {
    box-shadow: var(--fp-focus);
  }
  .small {
    color: var(--fp-muted);
    font-size: 0.8125rem;
  }
  .state {
    display: grid;
    justify-items: start;
    gap: 4px;
  }
  .state > * {
    max-width: 100%;
  }
  .state studio-progress-bar {
    width: 100%;
  }
`;
