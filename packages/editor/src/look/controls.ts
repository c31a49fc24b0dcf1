import { css } from 'lit';

/** Native controls in the look of the tokens: buttons, fields, lists. */
export const controls = css`
  button,
  .button {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: 6px;
    min-height: 36px;
    padding: 0 14px;
    border: 1px solid var(--fp-field-line);
    border-radius: var(--fp-radius);
    background: var(--fp-surface);
    color: var(--fp-text);
    font: inherit;
    font-weight: 500;
    text-decoration: none;
    cursor: pointer;
  }
  button:hover:not(:disabled, [aria-disabled='true'], .primary),
  .button:hover:not(.primary) {
    background: var(--fp-raised);
  }
  button.primary,
  .button.primary {
    border-color: transparent;
    background: var(--fp-accent);
    color: var(--fp-on-accent);
  }
  button.primary:hover:not(:disabled, [aria-disabled='true']),
  .button.primary:hover {
    background: color-mix(in srgb, var(--fp-accent) 88%, var(--fp-text));
  }
  button.danger {
    border-color: var(--fp-danger);
    color: var(--fp-danger);
  }
  button.plain {
    border-color: transparent;
    background: none;
  }
  /* A button that is busy stays in the order of Tab, and keeps the focus. */
  button:is(:disabled, [aria-disabled='true']) {
    opacity: 0.55;
    cursor: default;
  }
  input:not([type='checkbox'], [type='radio'], [type='range'], [type='color'], [type='file']),
  select,
  textarea {
    width: 100%;
    min-height: 36px;
    padding: 6px 10px;
    border: 1px solid var(--fp-field-line);
    border-radius: var(--fp-radius);
    background: var(--fp-surface);
    color: var(--fp-text);
    font: inherit;
  }
  /* What cannot be changed looks like it. */
  input:not([type='checkbox'], [type='radio'], [type='range'], [type='color'], [type='file']):disabled,
  :is(select, textarea):disabled {
    border-style: dashed;
    border-color: var(--fp-line);
    background: var(--fp-raised);
    color: var(--fp-muted);
    opacity: 1;
    cursor: not-allowed;
  }
  input:is([type='checkbox'], [type='radio'], [type='range'], [type='color']):disabled {
    opacity: 0.5;
    cursor: not-allowed;
  }
  input,
  progress {
    accent-color: var(--fp-accent);
  }
  input:is([type='checkbox'], [type='radio']) {
    flex: none;
    width: 18px;
    height: 18px;
    margin: 0;
  }
  [aria-invalid='true'] {
    border-color: var(--fp-danger) !important;
  }
  label {
    font-weight: 500;
  }
  /* A narrow row would break a label of two letters. */
  :is(button, .button, label):lang(ja) {
    word-break: keep-all;
    overflow-wrap: break-word;
  }
  /* A name or message in another direction stays beside the texts around it. */
  :is([dir='auto'], bdi):not(input, textarea) {
    text-align: -webkit-match-parent;
    text-align: match-parent;
  }
  .hint {
    color: var(--fp-muted);
    font-size: 0.8125rem;
  }
  .fault {
    color: var(--fp-danger);
    font-size: 0.8125rem;
  }
  @media (forced-colors: active) {
    button[aria-disabled='true'] {
      color: GrayText;
    }
    /* Backgrounds and colors of borders are gone: what is chosen needs a line of its own. */
    :is([aria-pressed='true'], [aria-selected='true'], [aria-current]:not([aria-current='false'])):not(
        :focus-visible
      ) {
      outline: 2px solid Highlight;
      outline-offset: -2px;
    }
  }
  /* At the start of its container: at its own place it may make the page longer. */
  .visually-hidden {
    position: absolute;
    inset-block-start: 0;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
`;
