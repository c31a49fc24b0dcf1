import { css } from 'lit';

export const templateStyles = css`
  .top {
    display: grid;
    grid-template-columns: minmax(0, 3fr) minmax(240px, 2fr);
    align-items: start;
    gap: 32px;
    margin-block-end: 28px;
  }
  .choices {
    display: grid;
    gap: 14px;
  }
  .fill {
    width: 100%;
    min-height: 44px;
  }
  .back {
    display: inline-flex;
    align-items: center;
    gap: 4px;
    margin-block-end: 8px;
    font-size: 0.875rem;
    text-decoration: none;
  }
  :host(:dir(rtl)) .back svg {
    transform: scaleX(-1);
  }
  h1 {
    overflow-wrap: anywhere;
  }
  .notices {
    display: grid;
    gap: 12px;
  }
  .notices > * {
    margin-block-end: 12px;
  }
  .top studio-skeleton {
    aspect-ratio: 16 / 9;
    border-radius: 12px;
  }
  .lines {
    display: grid;
    gap: 14px;
  }
  .lines studio-skeleton {
    height: 44px;
    aspect-ratio: auto;
  }
  @media (max-width: 860px) {
    .top {
      grid-template-columns: minmax(0, 1fr);
      gap: 20px;
    }
  }
`;
