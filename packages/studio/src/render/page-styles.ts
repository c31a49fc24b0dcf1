import { css } from 'lit';

/** The layout of the page of a render. */
export const renderPageStyles = css`
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
  .heading {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px 14px;
    min-width: 0;
  }
  h1 {
    overflow-wrap: anywhere;
  }
  .grid {
    display: grid;
    grid-template-columns: minmax(0, 5fr) minmax(0, 3fr);
    align-items: start;
    gap: 16px;
  }
  .column {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 16px;
    min-width: 0;
  }
  .progress {
    display: grid;
    gap: 6px;
    min-height: 34px;
  }
  .loading studio-skeleton {
    height: 360px;
  }
  @media (max-width: 900px) {
    .grid {
      grid-template-columns: minmax(0, 1fr);
    }
  }
`;
