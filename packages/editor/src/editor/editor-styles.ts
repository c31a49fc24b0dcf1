import { css } from 'lit';

export const editorStyles = css`
  :host {
    display: grid;
    grid-template: minmax(0, 1fr) / minmax(0, 1fr);
    /* As high as its container. In one without a height of its own, the form must not decide it. */
    block-size: 100%;
    min-block-size: 0;
    contain-intrinsic-block-size: min(100dvh, 800px);
    color-scheme: light dark;
    background: var(--fp-surface);
    container-type: size;
  }
  :host([theme='light']) {
    color-scheme: light;
  }
  :host([theme='dark']) {
    color-scheme: dark;
  }
  .editor {
    position: relative;
    display: grid;
    grid-template: auto auto minmax(0, 1fr) / minmax(300px, 400px) minmax(0, 1fr);
    min-block-size: 0;
    color: var(--fp-text);
  }
  header {
    grid-column: 1 / -1;
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 8px;
    padding: 8px 16px;
    border-block-end: 1px solid var(--fp-line);
  }
  h2 {
    flex: 1;
    min-inline-size: 0;
    margin: 0;
    overflow: hidden;
    font-size: 1rem;
    font-weight: 600;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .status {
    display: flex;
    flex-wrap: wrap;
    gap: 0 12px;
    color: var(--fp-muted);
    font-size: 0.8125rem;
  }
  header button.icon {
    min-inline-size: 36px;
    padding: 0;
  }
  header svg {
    inline-size: 20px;
    block-size: 20px;
    fill: none;
    stroke: currentColor;
    stroke-width: 2;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  [dir='rtl'] header svg {
    transform: scaleX(-1);
  }
  .banners {
    grid-column: 1 / -1;
    min-inline-size: 0;
  }
  .banner {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px;
    padding: 8px 16px;
    border-block-end: 1px solid var(--fp-line);
    background: var(--fp-raised);
  }
  .banner p {
    flex: 1 1 200px;
    margin: 0;
  }
  .banner progress {
    flex: 1 1 120px;
    max-inline-size: 240px;
  }
  .form {
    /* Hidden words of the fields belong to it. They would make the page longer otherwise. */
    position: relative;
    min-block-size: 0;
    padding: 16px;
    overflow-y: auto;
    border-inline-end: 1px solid var(--fp-line);
    grid-row: 3;
    grid-column: 1;
  }
  .preview {
    display: grid;
    grid-template: minmax(0, 1fr) auto / minmax(0, 1fr);
    gap: 12px;
    min-block-size: 0;
    min-inline-size: 0;
    padding: 16px;
    grid-row: 3;
    grid-column: 2;
  }
  .message {
    grid-row: 3;
    grid-column: 1 / -1;
    place-self: center;
    max-inline-size: 40ch;
    padding: 24px;
    text-align: center;
  }
  @container (max-width: 760px) {
    .editor {
      grid-template: auto auto auto minmax(0, 1fr) / minmax(0, 1fr);
      /* Tab follows what is seen: the preview is above the form. */
      reading-flow: grid-rows;
    }
    .preview {
      grid-row: 3;
      grid-column: 1;
      /* The image as wide as the window, and its controls; most of the rest is for the form. */
      block-size: min(46cqb, calc((100cqi - 16px) / var(--video-ratio, 1.78) + 116px));
      gap: 4px;
      padding: 8px 8px 0;
      border-block-end: 1px solid var(--fp-line);
    }
    .form {
      grid-row: 4;
      border: 0;
    }
    header {
      padding: 4px 8px;
    }
  }
`;
