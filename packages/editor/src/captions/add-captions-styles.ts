import { css } from 'lit';

export const addCaptionsStyles = css`
  :host {
    display: block;
  }
  .inputs {
    display: grid;
    gap: 20px;
  }
  p {
    margin: 0;
  }
  .drop {
    display: flex;
    align-items: center;
    gap: 12px;
    padding: 14px;
    border: 1px dashed color-mix(in srgb, var(--fp-field-line) 60%, transparent);
    border-radius: var(--fp-radius);
    background: var(--fp-raised);
  }
  .drop[data-over] {
    border-color: var(--fp-accent);
    background: color-mix(in srgb, var(--fp-accent) 10%, var(--fp-surface));
    box-shadow: inset 0 0 0 1px var(--fp-accent);
  }
  .drop p {
    flex: 1;
    display: grid;
    min-inline-size: 0;
  }
  .drop strong {
    font-weight: 500;
  }
  .drop button {
    flex: none;
  }
  .sign {
    flex: none;
    color: var(--fp-muted);
  }
  svg {
    display: block;
    inline-size: 24px;
    block-size: 24px;
    fill: none;
    stroke: currentColor;
    stroke-width: 1.6;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  .text {
    display: grid;
    gap: 6px;
  }
  .text label {
    font-size: 0.875rem;
  }
  .text label.light {
    margin-block-start: 4px;
    font-weight: 400;
  }
  textarea {
    line-height: 1.45;
    resize: vertical;
  }
  .row {
    display: flex;
    align-items: start;
    justify-content: space-between;
    gap: 12px;
    margin-block-start: 2px;
  }
  .row button {
    flex: none;
  }
  .audio {
    padding-block-start: 18px;
    border-block-start: 1px solid var(--fp-line);
  }
  button.small {
    min-block-size: 32px;
    padding: 0 10px;
    font-size: 0.875rem;
    font-weight: 400;
  }
  .empty {
    justify-self: start;
    margin-inline-start: -10px;
    color: var(--fp-muted);
  }
  .busy {
    display: grid;
    justify-items: start;
    gap: 10px;
    padding: 16px;
    border-radius: var(--fp-radius);
    background: var(--fp-raised);
  }
  progress {
    inline-size: 100%;
    block-size: 8px;
  }
`;
