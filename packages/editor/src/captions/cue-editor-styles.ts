import { css } from 'lit';

export const cueEditorStyles = css`
  :host {
    display: grid;
    grid-template: auto minmax(0, 1fr) auto / minmax(0, 1fr);
    min-block-size: 0;
    block-size: 100%;
  }
  framepress-cue-list {
    grid-row: 2;
  }
  .empty {
    grid-row: 2;
    margin: 0;
    padding: 24px 16px;
    text-align: center;
  }
  .problems {
    display: grid;
    gap: 2px;
    padding: 6px 16px;
    border-block-end: 1px solid var(--fp-line);
    font-size: 0.8125rem;
  }
  .problems p {
    margin: 0;
  }
  .warning {
    color: var(--fp-warning);
  }
  .finding-steps {
    display: flex;
    align-items: center;
  }
  .finding-steps .warning {
    flex: 1;
  }
  .foot {
    grid-row: 3;
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 12px;
    padding: 8px 16px;
    border-block-start: 1px solid var(--fp-line);
  }
  button.icon {
    min-inline-size: 30px;
    min-block-size: 30px;
    padding: 0;
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
`;
