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
  studio-time-line {
    border: 0;
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
  .links {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
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
    .side {
      padding: 16px 10px 32px;
      overflow: visible;
    }
  }
`;
