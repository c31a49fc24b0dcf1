import { css } from 'lit';

/** The layout that all fields share. */
export const fieldStyles = css`
  :host {
    position: relative;
    display: block;
  }
  .field {
    display: grid;
    gap: 6px;
  }
  .head {
    display: flex;
    align-items: center;
    gap: 8px;
    min-height: 28px;
  }
  .head .label,
  .head label {
    flex: 1;
    min-width: 0;
    overflow-wrap: anywhere;
    font-weight: 500;
  }
  :host([disabled]) :is(.head .label, .head label) {
    color: var(--fp-muted);
  }
  button.small {
    min-height: 28px;
    padding: 0 8px;
    color: var(--fp-muted);
    font-size: 0.8125rem;
    font-weight: 400;
  }
  .notes {
    display: grid;
    gap: 2px;
    min-height: 1.2em;
    font-size: 0.8125rem;
  }
  .notes p {
    margin: 0;
    overflow-wrap: anywhere;
  }
  .warning {
    color: var(--fp-warning);
  }
`;
