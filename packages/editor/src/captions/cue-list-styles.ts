import { css } from 'lit';

export const cueListStyles = css`
  :host {
    display: block;
    min-block-size: 0;
  }
  .scroll {
    position: relative;
    block-size: 100%;
    overflow-y: auto;
    overflow-anchor: none;
    overscroll-behavior: contain;
  }
  .space {
    position: relative;
  }
  .cue {
    position: absolute;
    inset-inline: 0;
    inset-block-start: 0;
    display: grid;
    gap: 2px;
    padding: 7px 16px 9px;
    border-block-end: 1px solid color-mix(in srgb, var(--fp-line) 60%, transparent);
  }
  .cue::before {
    position: absolute;
    inset-block: 0;
    inset-inline-start: 0;
    inline-size: 3px;
    content: '';
  }
  .cue[data-current]::before {
    background: var(--fp-accent);
  }
  .cue[data-chosen] {
    background: color-mix(in srgb, var(--fp-accent) 7%, var(--fp-surface));
  }
  .head {
    display: flex;
    align-items: center;
    gap: 8px;
    min-block-size: 30px;
    color: var(--fp-muted);
    font-size: 0.8125rem;
    font-variant-numeric: tabular-nums;
  }
  .number {
    min-inline-size: 2ch;
  }
  [data-current] .number {
    color: var(--fp-accent);
    font-weight: 600;
  }
  .times {
    display: flex;
    align-items: center;
    gap: 2px;
  }
  .head input.time {
    inline-size: 8ch;
    min-block-size: 28px;
    padding: 2px 4px;
    border-color: transparent;
    background: none;
    font-size: 0.8125rem;
    font-variant-numeric: tabular-nums;
    text-align: center;
  }
  .head input.time:hover:not(:focus, :disabled) {
    background: var(--fp-raised);
  }
  .head input.time:is(:focus, [aria-invalid='true']) {
    border-color: var(--fp-field-line);
    background: var(--fp-surface);
  }
  .head input.time:disabled {
    border-color: transparent;
    background: none;
  }
  .length {
    flex: 1;
    white-space: nowrap;
  }
  .actions {
    display: flex;
    opacity: 0;
  }
  .cue:is(:hover, :focus-within, [data-chosen]) .actions {
    opacity: 1;
  }
  button.icon {
    min-inline-size: 30px;
    min-block-size: 30px;
    padding: 0;
    color: var(--fp-muted);
  }
  button.icon:hover:not([aria-disabled='true']) {
    color: var(--fp-text);
  }
  button[data-action='remove']:hover {
    color: var(--fp-danger);
  }
  svg {
    inline-size: 17px;
    block-size: 17px;
    fill: none;
    stroke: currentColor;
    stroke-width: 2;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  textarea {
    display: block;
    min-block-size: 0;
    padding: 3px 8px;
    border-color: transparent;
    background: none;
    line-height: 1.4;
    resize: none;
    field-sizing: content;
    overflow: hidden;
  }
  .cue:hover textarea:not(:focus, :disabled) {
    border-color: var(--fp-line);
  }
  .cue[data-chosen] textarea:not(:disabled) {
    border-color: var(--fp-field-line);
    background: var(--fp-surface);
  }
  textarea:disabled {
    border-color: transparent;
    background: none;
    color: var(--fp-text);
  }
  .cue p {
    margin: 2px 8px 0;
    font-size: 0.8125rem;
  }
  .findings p {
    color: var(--fp-warning);
  }
  @media (pointer: coarse) {
    .cue:not([data-chosen]) .actions {
      display: none;
    }
    button.icon {
      min-inline-size: 36px;
      min-block-size: 36px;
    }
  }
  @media (forced-colors: active) {
    .cue[data-current]::before {
      background: Highlight;
    }
    .cue[data-chosen] {
      outline: 2px solid Highlight;
      outline-offset: -2px;
    }
  }
`;
