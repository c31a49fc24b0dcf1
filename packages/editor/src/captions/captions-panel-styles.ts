import { css } from 'lit';

export const captionsPanelStyles = css`
  :host {
    display: flex;
    flex-direction: column;
    min-block-size: 0;
    min-inline-size: 0;
  }
  .top {
    flex: none;
    display: flex;
    align-items: center;
    gap: 4px;
    padding: 10px 16px 6px 8px;
  }
  :host(:dir(rtl)) .top {
    padding: 10px 8px 6px 16px;
  }
  h3 {
    margin: 0;
    font-size: 0.9375rem;
    font-weight: 650;
    line-height: 1.3;
  }
  button.icon {
    min-inline-size: 36px;
    padding: 0;
  }
  :host(:dir(rtl)) .back svg {
    transform: scaleX(-1);
  }
  svg {
    flex: none;
    inline-size: 18px;
    block-size: 18px;
    fill: none;
    stroke: currentColor;
    stroke-width: 2;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  .tracks {
    flex: none;
    display: flex;
    gap: 6px;
    padding: 2px 16px 10px;
    overflow-x: auto;
  }
  button.track {
    flex: none;
    min-block-size: 32px;
    padding: 0 12px 0 10px;
    border-color: var(--fp-line);
    border-radius: 99px;
    font-size: 0.875rem;
    font-weight: 400;
  }
  button.track[aria-pressed='true'] {
    border-color: var(--fp-accent);
    background: color-mix(in srgb, var(--fp-accent) 12%, transparent);
    color: var(--fp-accent);
    font-weight: 500;
  }
  .track svg {
    inline-size: 16px;
    block-size: 16px;
  }
  .views {
    flex: none;
    display: flex;
    gap: 4px;
    padding-inline: 12px;
    border-block-end: 1px solid var(--fp-line);
  }
  [role='tab'] {
    position: relative;
    min-block-size: 38px;
    padding: 0 10px;
    border-color: transparent;
    border-radius: var(--fp-radius) var(--fp-radius) 0 0;
    background: none;
    color: var(--fp-muted);
  }
  [role='tab'][aria-selected='true'] {
    color: var(--fp-text);
  }
  [role='tab'][aria-selected='true']::after {
    position: absolute;
    inset-inline: 8px;
    inset-block-end: -1px;
    block-size: 2px;
    background: var(--fp-accent);
    content: '';
  }
  .view {
    flex: 1;
    min-block-size: 0;
  }
  .look,
  .more,
  .adding,
  .unread {
    display: grid;
    align-content: start;
    gap: 16px;
    padding: 16px;
    overflow-y: auto;
  }
  .more,
  .adding {
    gap: 8px;
  }
  .adding framepress-add-captions:not(:first-child) {
    margin-block-start: 12px;
  }
  .unread p,
  .look p {
    margin: 0;
  }
  .more :is(label, .label),
  .adding label {
    font-size: 0.875rem;
    font-weight: 500;
  }
  .more .label {
    margin-block-start: 12px;
  }
  .row {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
  }
  .acts {
    display: grid;
    justify-items: start;
    gap: 4px;
    margin-block-start: 16px;
    padding-block-start: 12px;
    border-block-start: 1px solid var(--fp-line);
  }
  .acts button {
    margin-inline-start: -10px;
    padding: 0 10px;
    border-color: transparent;
    background: none;
    font-weight: 400;
  }
  .acts button.remove {
    color: var(--fp-danger);
  }
  .copy {
    justify-self: start;
  }
  .shows {
    display: grid;
    gap: 4px;
    margin: 0;
    padding: 0;
    border: 0;
  }
  .show {
    display: flex;
    gap: 10px;
    padding: 6px 0;
    cursor: pointer;
  }
  .show input {
    margin-block-start: 2px;
  }
  .show > span {
    display: grid;
    gap: 1px;
  }
  .show strong {
    font-size: 0.9375rem;
    font-weight: 500;
  }
  .show .hint {
    font-weight: 400;
  }
  progress {
    inline-size: 100%;
    block-size: 8px;
  }
  @media (max-height: 700px) {
    .top {
      padding-block: 4px;
    }
  }
`;
