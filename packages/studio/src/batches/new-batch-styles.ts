import { css } from 'lit';

/** The layout of the page of a new batch. */
export const newBatchStyles = css`
  .back {
    display: inline-block;
    margin-block-end: 8px;
    font-size: 0.875rem;
    text-decoration: none;
  }
  /* Readers of screens leave the arrow out. */
  .back::before {
    content: '← ' / '';
  }
  :host(:dir(rtl)) .back::before {
    content: '→ ' / '';
  }
  .grid {
    display: grid;
    grid-template-columns: minmax(0, 3fr) minmax(0, 2fr);
    align-items: start;
    gap: 16px;
  }
  .column {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 16px;
    min-width: 0;
  }
  .side {
    position: sticky;
    inset-block-start: 16px;
  }
  section > p.muted {
    margin-block-end: 12px;
  }
  .field {
    display: grid;
    gap: 4px;
    margin-block-end: 12px;
  }
  .check {
    display: flex;
    align-items: flex-start;
    gap: 10px;
    margin-block: 12px;
  }
  .check input {
    width: 18px;
    height: 18px;
    margin: 2px 0 0;
    flex: none;
    accent-color: var(--fp-accent);
  }
  td {
    max-width: 220px;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .rows-head {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 8px;
    margin-block-end: 8px;
  }
  .send {
    display: grid;
    gap: 8px;
    margin-block-start: 12px;
    justify-items: start;
  }
  .send studio-progress-bar {
    width: 100%;
  }
  @media (max-width: 900px) {
    .grid {
      grid-template-columns: minmax(0, 1fr);
    }
    .side {
      position: static;
    }
  }
`;
