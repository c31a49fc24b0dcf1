import { css } from 'lit';

export const stylePickerStyles = css`
  :host {
    display: grid;
    gap: 20px;
  }
  fieldset {
    margin: 0;
    padding: 0;
    border: 0;
    min-inline-size: 0;
  }
  legend {
    padding: 0;
    margin-block-end: 8px;
    font-size: 0.875rem;
    font-weight: 500;
  }
  .samples {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(140px, 1fr));
    gap: 10px;
  }
  .choice {
    position: relative;
    display: grid;
    gap: 4px;
    font-size: 0.8125rem;
    font-weight: 400;
    cursor: pointer;
  }
  .sample {
    display: grid;
    align-items: end;
    justify-items: center;
    block-size: 76px;
    padding: 0 6px 10px;
    border-radius: 6px;
    /* A quiet background, on which all styles can be judged. */
    background:
      radial-gradient(120% 90% at 20% 0%, rgb(255 222 173 / 55%), transparent 60%),
      linear-gradient(160deg, #7d8aa8 0%, #58637f 45%, #39415a 100%);
    box-shadow: inset 0 0 0 1px rgb(0 0 0 / 12%);
    color: var(--color, #fff);
    font-family: 'Noto Sans', var(--fp-font);
    font-size: 0.9375rem;
    line-height: 1.35;
    text-align: center;
    overflow: hidden;
    forced-color-adjust: none;
  }
  .choice:hover .sample {
    box-shadow:
      inset 0 0 0 1px rgb(0 0 0 / 12%),
      0 0 0 2px var(--fp-field-line);
  }
  input:checked + .sample {
    box-shadow:
      0 0 0 2px var(--fp-surface),
      0 0 0 4px var(--fp-accent);
  }
  input:focus-visible + .sample {
    outline: 2px solid var(--fp-accent);
    outline-offset: 5px;
  }
  input:checked ~ .name {
    font-weight: 600;
  }
  .name {
    padding-inline: 2px;
  }
  .text {
    border-radius: 4px;
    padding: 0 5px;
  }
  [data-style='plain'] .text,
  [data-style='word-highlight'] .text {
    font-weight: 700;
    text-shadow:
      0 0 2px rgb(12 14 18 / 75%),
      0 1px 4px rgb(12 14 18 / 55%);
  }
  [data-boxed] .text,
  [data-style='box'] .text {
    padding: 2px 8px;
    background: var(--background, rgb(12 14 18 / 78%));
  }
  [data-style='box'] .text {
    font-weight: 400;
  }
  [data-style='outline'] .text,
  [data-style='word-pop'] .text {
    padding: 0 5px;
    background: none;
    font-weight: 700;
    -webkit-text-stroke: 4px var(--background, #0c0e12);
    paint-order: stroke fill;
  }
  [data-style='word-highlight'] .spoken {
    color: var(--highlight, #ffd60a);
  }
  [data-style='word-pop'] .word {
    display: inline-block;
  }
  [data-style='word-pop'] .spoken {
    color: var(--highlight, #ffd60a);
    scale: 1.18;
    margin-inline: 0.12em;
  }
  [data-style='word-pop'] .spoken ~ .word {
    visibility: hidden;
  }
  .sample[data-style='template'] .text {
    font-weight: 600;
    text-decoration: underline dotted 2px;
    text-underline-offset: 5px;
  }
  .options {
    display: grid;
    grid-template-columns: minmax(84px, max-content) minmax(0, 1fr);
    align-items: center;
    gap: 10px 14px;
    font-size: 0.875rem;
  }
  .options :is(label, .label):not(.segment) {
    font-weight: 400;
  }
  .row {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 6px;
    min-inline-size: 0;
  }
  input[type='color'] {
    inline-size: 40px;
    block-size: 32px;
    padding: 0;
    border: 1px solid var(--fp-field-line);
    border-radius: var(--fp-radius);
    background: none;
    overflow: hidden;
    cursor: pointer;
  }
  input[type='color']::-webkit-color-swatch-wrapper {
    padding: 0;
  }
  input[type='color']::-webkit-color-swatch {
    border: 0;
  }
  input[type='range'] {
    flex: 1;
    min-inline-size: 80px;
    min-block-size: 28px;
    margin: 0;
  }
  output {
    color: var(--fp-muted);
    font-size: 0.8125rem;
  }
  .palette {
    display: flex;
    flex-wrap: wrap;
    gap: 4px;
  }
  button.swatch {
    inline-size: 24px;
    min-block-size: 24px;
    padding: 0;
    border-color: color-mix(in srgb, var(--fp-text) 22%, transparent);
    border-radius: 6px;
    background: var(--swatch);
    forced-color-adjust: none;
  }
  button.swatch[aria-pressed='true'] {
    outline: 2px solid var(--fp-text);
    outline-offset: 1px;
  }
  button.small {
    min-block-size: 28px;
    padding: 0 8px;
    color: var(--fp-muted);
    font-size: 0.8125rem;
    font-weight: 400;
  }
  .segments {
    display: flex;
    border: 1px solid var(--fp-field-line);
    border-radius: var(--fp-radius);
    overflow: hidden;
  }
  .segment {
    position: relative;
    flex: 1;
    display: grid;
    place-items: center;
    min-block-size: 32px;
    padding: 0 6px;
    font-weight: 400;
    text-align: center;
    cursor: pointer;
  }
  .segment + .segment {
    border-inline-start: 1px solid var(--fp-line);
  }
  .segment:has(:checked) {
    background: color-mix(in srgb, var(--fp-accent) 14%, transparent);
    color: var(--fp-accent);
    font-weight: 600;
  }
  .segment:has(:focus-visible) {
    outline: 2px solid var(--fp-accent);
    outline-offset: -3px;
    border-radius: var(--fp-radius);
  }
  fieldset:disabled .choice {
    cursor: default;
  }
  fieldset:disabled .choice:not(:has(:checked)) .sample {
    opacity: 0.5;
  }
  @media (forced-colors: active) {
    :is(.segment:has(:checked), input:checked + .sample) {
      outline: 2px solid Highlight;
      outline-offset: -2px;
    }
  }
`;
