import { css } from 'lit';

/** The layout that all fields share. */
export const fieldStyles = css`
  :host {
    position: relative;
    display: block;
  }
  .field {
    display: grid;
    gap: 4px;
  }
  .head {
    display: flex;
    align-items: center;
    gap: 8px;
    min-height: 26px;
  }
  .head .label,
  .head label {
    flex: 1;
    min-width: 0;
    overflow-wrap: anywhere;
    font-size: 0.875rem;
    font-weight: 500;
  }
  .sample {
    flex: 1;
    min-width: 0;
    overflow: hidden;
    color: var(--fp-muted);
    font-size: 0.875rem;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .head:has(.sample) label {
    flex: none;
  }
  .help {
    margin: -2px 0 2px;
    color: var(--fp-muted);
    font-size: 0.8125rem;
  }
  .required {
    color: var(--fp-warning);
    font-size: 0.75rem;
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
  button.reset {
    min-width: 28px;
    min-height: 26px;
    padding: 0;
  }
  button.reset:hover {
    color: var(--fp-text);
  }
  button svg {
    flex: none;
    width: 16px;
    height: 16px;
    fill: none;
    stroke: currentColor;
    stroke-width: 2;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  :host(:dir(rtl)) button.reset svg {
    transform: scaleX(-1);
  }
  .notes {
    display: grid;
    gap: 2px;
    font-size: 0.8125rem;
  }
  .notes p {
    margin: 0;
    overflow-wrap: anywhere;
  }
  .warning {
    color: var(--fp-warning);
  }
  /* Notes of an older entry. Those of a quick typist do not flicker. */
  .stale {
    animation: leave 1ms 300ms both !important;
  }
  @keyframes leave {
    to {
      visibility: hidden;
    }
  }
`;
