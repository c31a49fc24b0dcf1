import { css } from 'lit';

/** A short text on an image. */
export const badgeStyles = css`
  .badge {
    position: absolute;
    inset-block-end: 8px;
    inset-inline-end: 8px;
    padding: 2px 9px;
    border-radius: 99px;
    background: rgb(16 18 24 / 78%);
    color: #ffffff;
    font-size: 0.75rem;
    font-variant-numeric: tabular-nums;
    pointer-events: none;
  }
`;
