import { css } from 'lit';

export const stageStyles = css`
  :host {
    display: block;
    min-inline-size: 0;
    container-type: inline-size;
  }
  .stage {
    display: grid;
    grid-template: minmax(0, 1fr) auto auto / minmax(0, 1fr);
    gap: 8px;
    block-size: 100%;
  }
  .frame {
    position: relative;
    display: grid;
    min-block-size: 0;
    overflow: hidden;
    border-radius: var(--fp-radius);
    background: light-dark(#e9ebef, #0c0e12);
    cursor: pointer;
    /* The overlay is measured by it. */
    container-type: size;
    /* A double tap edits a text, and does not zoom the page. */
    touch-action: manipulation;
  }
  .player,
  .poster,
  .areas {
    position: absolute;
    inset: 0;
  }
  .poster {
    inline-size: 100%;
    block-size: 100%;
    object-fit: contain;
  }
  .player > * {
    display: block;
    inline-size: 100%;
    block-size: 100%;
    object-fit: contain;
  }
  .areas {
    inline-size: 100%;
    block-size: 100%;
    pointer-events: none;
  }
  .areas rect {
    fill: none;
    stroke: #fff;
    stroke-width: 2;
    vector-effect: non-scaling-stroke;
    mix-blend-mode: difference;
  }
  .areas .title {
    stroke-dasharray: 8 6;
  }
  .notice {
    position: absolute;
    inset-block-end: 8px;
    inset-inline: 8px;
    justify-self: center;
    padding: 4px 12px;
    border-radius: var(--fp-radius);
    background: var(--fp-surface);
    box-shadow: 0 1px 4px rgb(0 0 0 / 30%);
    font-size: 0.8125rem;
    text-align: center;
  }
  .notice:empty,
  .badge:empty {
    display: none;
  }
  /* A frame that is drawn at once shows no badge between two letters. */
  .badge {
    position: absolute;
    inset-block-start: 8px;
    inset-inline-end: 8px;
    padding: 2px 10px;
    border-radius: 99px;
    background: rgb(16 19 26 / 82%);
    color: #fff;
    font-size: 0.8125rem;
    pointer-events: none;
    animation: arrive 1ms 250ms both !important;
  }
  @keyframes arrive {
    from {
      visibility: hidden;
    }
  }
  .spinner {
    inline-size: 18px;
    block-size: 18px;
    border: 2px solid var(--fp-line);
    border-block-start-color: var(--fp-accent);
    border-radius: 50%;
    animation: turn 0.8s linear infinite;
  }
  @keyframes turn {
    to {
      rotate: 1turn;
    }
  }
  .bar {
    display: flex;
    align-items: center;
    gap: 4px;
  }
  .bar input {
    flex: 1;
    min-inline-size: 60px;
  }
  .bar button {
    min-inline-size: 40px;
    min-block-size: 40px;
    padding: 0;
  }
  .bar button[aria-pressed='true'] {
    background: var(--fp-raised);
    color: var(--fp-accent);
  }
  .bar svg {
    inline-size: 20px;
    block-size: 20px;
    fill: none;
    stroke: currentColor;
    stroke-width: 2;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  .time {
    min-inline-size: 6.5em;
    padding-inline: 4px;
    font-variant-numeric: tabular-nums;
    font-size: 0.8125rem;
    text-align: center;
    white-space: nowrap;
  }
  .chips {
    display: flex;
    gap: 8px;
    margin: 0;
    padding: 4px;
    overflow-x: auto;
    list-style: none;
  }
  .chips button {
    gap: 8px;
    min-block-size: 44px;
    padding-block: 4px;
    padding-inline: 4px 10px;
    font-size: 0.8125rem;
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
  .chips .unknown {
    visibility: hidden;
  }
  .chips img {
    block-size: 34px;
    inline-size: auto;
    min-inline-size: 19px;
    border-radius: 4px;
  }
  .chips button[aria-current='true']:not(:focus-visible) {
    border-color: var(--fp-accent);
    box-shadow: inset 0 0 0 1px var(--fp-accent);
  }
  @container (max-width: 460px) {
    .bar button[aria-pressed] {
      display: none;
    }
  }
  @container (max-width: 340px) {
    .time {
      display: none;
    }
  }
  .stage:fullscreen {
    padding: 8px;
    background: var(--fp-surface);
  }
  .stage:fullscreen .chips {
    display: none;
  }
`;
