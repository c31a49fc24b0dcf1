import { css } from 'lit';

export const voiceBoxStyles = css`
  :host {
    display: grid;
    gap: 8px;
    min-inline-size: 0;
  }
  textarea {
    line-height: 1.45;
    resize: vertical;
    field-sizing: content;
    min-block-size: 5.4em;
    max-block-size: 16em;
  }
  .names {
    display: flex;
    flex-wrap: wrap;
    gap: 4px;
  }
  .names button {
    max-inline-size: 100%;
    min-block-size: 26px;
    padding: 0 9px;
    border-color: var(--fp-line);
    border-radius: 99px;
    color: var(--fp-muted);
    font-size: 0.8125rem;
    font-weight: 400;
  }
  .names bdi {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .play {
    display: flex;
    align-items: center;
    gap: 10px;
  }
  .play button {
    flex: none;
  }
  p {
    margin: 0;
  }
  .rows {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) auto;
    align-items: center;
    gap: 6px 10px;
    font-size: 0.875rem;
  }
  .rows label {
    font-weight: 400;
  }
  .rows select {
    grid-column: 2 / -1;
  }
  input[type='range'] {
    inline-size: 100%;
    min-inline-size: 0;
    min-block-size: 28px;
    margin: 0;
  }
  output {
    min-inline-size: 3.5em;
    color: var(--fp-muted);
    font-variant-numeric: tabular-nums;
    text-align: end;
  }
`;
