import { css } from 'lit';

/** The layout of the page: the frame above its timeline, beside the list; above each other on a phone. */
export const makeEditableStyles = css`
  .page {
    display: grid;
    grid-template: auto minmax(0, 1fr) / minmax(0, 1fr) minmax(340px, 420px);
    height: 100dvh;
    position: relative;
    overflow: clip;
  }
  .bar {
    grid-column: 1 / -1;
    display: flex;
    align-items: center;
    gap: 8px 12px;
    min-height: 56px;
    padding: 8px 16px;
    border-block-end: 1px solid var(--fp-line);
    background: var(--fp-surface);
  }
  .back {
    display: grid;
    place-items: center;
    flex: none;
    width: 36px;
    height: 36px;
    border-radius: var(--fp-radius);
    color: inherit;
  }
  .back:hover {
    background: var(--fp-raised);
  }
  :host(:dir(rtl)) .back svg,
  :host(:dir(rtl)) .history svg {
    transform: scaleX(-1);
  }
  .titles {
    display: grid;
    flex: 1;
    min-width: 0;
    line-height: 1.3;
  }
  .titles > * {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  h1 {
    font-size: 1rem;
  }
  .history {
    padding: 0 8px;
  }
  .left {
    display: grid;
    grid-template-rows: minmax(0, 1fr) auto auto;
    min-width: 0;
    min-height: 0;
    border-inline-end: 1px solid var(--fp-line);
  }
  .tools {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 8px 16px;
    padding: 10px 16px 4px;
    border-block-start: 1px solid var(--fp-line);
    background: var(--fp-surface);
  }
  studio-time-line {
    border: 0;
  }
  fieldset {
    display: flex;
    align-items: center;
    gap: 10px;
    min-width: 0;
    margin: 0;
    padding: 0;
    border: 0;
  }
  legend {
    float: inline-start;
    padding: 0;
    color: var(--fp-muted);
    font-size: 0.8125rem;
  }
  .segments {
    display: flex;
    gap: 2px;
    padding: 2px;
    border-radius: 9px;
    background: var(--fp-raised);
    box-shadow: inset 0 0 0 1px var(--fp-line);
  }
  .segments label {
    position: relative;
    display: block;
    padding: 4px 12px;
    border-radius: 7px;
    font-size: 0.8125rem;
    cursor: pointer;
  }
  .segments label:has(:checked) {
    background: var(--fp-surface);
    box-shadow:
      0 0 0 1px var(--fp-field-line),
      0 1px 3px rgb(0 0 0 / 12%);
  }
  .segments label:has(:focus-visible) {
    box-shadow: var(--fp-focus);
  }
  .segments input {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    opacity: 0;
    cursor: pointer;
  }
  .time {
    color: var(--fp-muted);
    font-size: 0.8125rem;
    font-variant-numeric: tabular-nums;
  }
  .side {
    display: grid;
    align-content: start;
    gap: 16px;
    min-height: 0;
    padding: 18px 14px 40px;
    overflow: hidden auto;
    scrollbar-width: thin;
  }
  .lead {
    display: grid;
    gap: 2px;
  }
  .lead strong {
    font-size: 1.0625rem;
  }
  .restored {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 8px;
    padding: 10px 14px;
    border: 1px solid var(--fp-line);
    border-radius: 10px;
    background: var(--fp-raised);
    font-size: 0.875rem;
  }
  .restored button {
    min-height: 32px;
    padding: 0 10px;
  }
  .notice {
    display: grid;
    justify-items: start;
    gap: 16px;
    max-width: 720px;
    padding: 32px 24px;
  }
  .rows {
    display: grid;
    gap: 12px;
  }
  .rows studio-skeleton {
    height: 54px;
    aspect-ratio: auto;
    border-radius: 10px;
  }
  .waiting .stage {
    display: grid;
    place-items: center;
    padding: 28px;
    background: var(--fp-raised);
    color: var(--fp-muted);
  }
  @media (forced-colors: active) {
    .segments label:has(:checked) {
      outline: 2px solid Highlight;
    }
  }
  @media (max-width: 760px) {
    .page {
      display: block;
      height: auto;
      overflow: visible;
    }
    .bar {
      position: sticky;
      inset-block-start: 0;
      z-index: 6;
      gap: 4px;
      min-height: 52px;
      padding: 6px 8px;
    }
    .left {
      position: sticky;
      inset-block-start: 52px;
      z-index: 5;
      display: block;
      border: 0;
      border-block-end: 1px solid var(--fp-line);
      box-shadow: 0 6px 16px rgb(0 0 0 / 8%);
    }
    studio-frame-stage,
    .waiting .stage {
      height: min(32dvh, calc((100vw - 24px) / var(--ratio, 1.78) + 24px));
    }
    .tools {
      padding: 8px 12px 0;
    }
    .tools legend,
    .time {
      position: absolute;
      width: 1px;
      height: 1px;
      clip-path: inset(50%);
      overflow: hidden;
    }
    fieldset,
    .segments {
      width: 100%;
    }
    .segments label {
      flex: 1;
      padding-inline: 6px;
      text-align: center;
      white-space: nowrap;
    }
    .side {
      padding: 16px 10px 32px;
      overflow: visible;
    }
  }
`;
