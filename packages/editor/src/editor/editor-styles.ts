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
    position: relative;
    grid-column: 1 / -1;
    display: flex;
    align-items: center;
    gap: 8px;
    min-block-size: 56px;
    min-inline-size: 0;
    padding: 8px 16px;
    border-block-end: 1px solid var(--fp-line);
    background: var(--fp-surface);
  }
  .heading {
    flex: 1;
    display: flex;
    align-items: center;
    gap: 4px 12px;
    min-inline-size: 0;
  }
  h2 {
    margin: 0;
  }
  .title {
    min-inline-size: 0;
    overflow: hidden;
    font-size: 1.0625rem;
    font-weight: 650;
    line-height: 1.3;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  header input.title {
    font-size: 1.0625rem;
    font-weight: 650;
    inline-size: auto;
    max-inline-size: 100%;
    min-block-size: 36px;
    padding: 4px 8px;
    border-color: transparent;
    background: none;
    field-sizing: content;
    cursor: text;
  }
  header input.title:hover:not(:focus) {
    background: var(--fp-raised);
  }
  header input.title:focus {
    border-color: var(--fp-field-line);
    background: var(--fp-surface);
  }
  .states {
    flex: none;
    display: flex;
    align-items: center;
    gap: 4px 10px;
    color: var(--fp-muted);
    font-size: 0.8125rem;
  }
  .status {
    display: inline-flex;
    align-items: center;
    gap: 4px;
    white-space: nowrap;
  }
  header .status svg {
    inline-size: 14px;
    block-size: 14px;
  }
  button.missing {
    min-block-size: 26px;
    padding: 0 10px;
    border-color: color-mix(in srgb, var(--fp-warning) 40%, transparent);
    background: color-mix(in srgb, var(--fp-warning) 10%, transparent);
    color: var(--fp-warning);
    font-size: 0.8125rem;
  }
  .steps {
    display: flex;
  }
  header button.icon {
    min-inline-size: 36px;
    padding: 0;
  }
  header button.render {
    flex: none;
    padding-inline: 18px;
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
  [dir='rtl'] .steps svg {
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
  .form.captioning {
    display: grid;
    grid-template: minmax(0, 1fr) / minmax(0, 1fr);
    padding: 0;
    overflow: hidden;
  }
  .panel-state {
    display: grid;
    align-content: start;
    justify-items: start;
    gap: 12px;
    padding: 16px;
  }
  .preview {
    display: grid;
    grid-template: minmax(0, 1fr) auto / minmax(0, 1fr);
    gap: 8px;
    min-block-size: 0;
    min-inline-size: 0;
    padding: 24px 28px 16px;
    /* A quiet stage, so that the frame is what one sees. */
    background: light-dark(
      color-mix(in srgb, var(--fp-raised) 82%, var(--fp-line)),
      color-mix(in srgb, var(--fp-surface) 55%, #000)
    );
    grid-row: 3;
    grid-column: 2;
  }
  .preview.captioning {
    grid-template-rows: minmax(0, 1fr) auto auto;
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
      block-size: min(46cqb, calc((100cqi - 24px) / var(--video-ratio, 1.78) + 124px));
      gap: 4px;
      padding: 10px 12px 0;
      border-block-end: 1px solid var(--fp-line);
    }
    .preview.captioning {
      block-size: min(46cqb, calc((100cqi - 24px) / var(--video-ratio, 1.78) + 148px));
      padding-block-end: 6px;
    }
    .form {
      grid-row: 4;
      border: 0;
    }
    header {
      gap: 4px;
      padding: 4px 8px;
    }
    .heading {
      flex-direction: column;
      align-items: stretch;
      gap: 0;
    }
    .title {
      font-size: 1rem;
    }
    header input.title {
      font-size: 1rem;
      inline-size: 100%;
      min-block-size: 28px;
      padding: 0 6px;
      field-sizing: fixed;
    }
    .states {
      padding-inline-start: 7px;
      font-size: 0.75rem;
    }
    button.missing {
      min-block-size: 24px;
      padding-inline: 8px;
      font-size: 0.75rem;
    }
    header button.render {
      padding-inline: 14px;
    }
    /* The whole title is seen while it is written. Tab still finds what it covers. */
    header input.title:focus {
      position: absolute;
      inset: 8px;
      z-index: 1;
      inline-size: auto;
    }
  }
`;
