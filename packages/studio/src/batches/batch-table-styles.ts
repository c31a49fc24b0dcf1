import { css } from 'lit';

/** The bars above and below the rows of a batch. */
export const batchTableStyles = css`
  .bar {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 8px 16px;
    margin-block-end: 12px;
  }
  .filter {
    display: flex;
    align-items: center;
    gap: 8px;
  }
  .save {
    position: sticky;
    inset-block-end: 16px;
    z-index: 5;
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px;
    width: fit-content;
    margin: 16px auto 0;
    padding: 8px 8px 8px 16px;
    padding-inline: 16px 8px;
    border: 1px solid var(--fp-line);
    border-radius: 12px;
    background: var(--fp-surface);
    box-shadow: 0 8px 32px rgb(0 0 0 / 25%);
  }
`;
