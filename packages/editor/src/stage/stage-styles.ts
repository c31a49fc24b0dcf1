import { css } from 'lit';

export const stageStyles = css`
  :host {
    display: block;
    min-inline-size: 0;
    container-type: inline-size;
  }
  .stage {
    display: grid;
    /* No place is higher than its frame, so that the controls are below the image. */
    grid-template: minmax(0, calc(100cqi / var(--video-ratio, 1))) auto auto / minmax(0, 1fr);
    align-content: center;
    gap: 12px;
    block-size: 100%;
  }
  /* The frame is as large as its place permits, without bands beside it. */
  .place {
    position: relative;
    display: grid;
    place-items: center;
    min-block-size: 0;
    container-type: size;
  }
  .frame {
    position: relative;
    inline-size: min(100cqi, calc(100cqb * var(--video-ratio, 1)));
    aspect-ratio: var(--video-ratio, 1);
    overflow: hidden;
    border-radius: min(var(--fp-radius), 6px);
    background: light-dark(#dfe2e8, #0c0e12);
    box-shadow:
      0 0 0 1px light-dark(rgb(16 19 26 / 8%), rgb(255 255 255 / 10%)),
      0 8px 28px light-dark(rgb(16 19 26 / 16%), rgb(0 0 0 / 50%));
    cursor: pointer;
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
    gap: 2px;
  }
  .bar button {
    min-inline-size: 38px;
    min-block-size: 38px;
    padding: 0;
  }
  .bar button.play {
    flex: none;
    margin-inline-end: 8px;
    border-color: var(--fp-line);
    background: var(--fp-surface);
  }
  .bar button.play:hover:not(:disabled) {
    border-color: var(--fp-accent);
    color: var(--fp-accent);
  }
  .bar button[aria-pressed='true'] {
    background: color-mix(in srgb, var(--fp-accent) 14%, transparent);
    color: var(--fp-accent);
  }
  .bar input {
    flex: 1;
    min-inline-size: 60px;
    block-size: 28px;
    margin: 0;
    appearance: none;
    background: none;
    cursor: pointer;
  }
  .bar input::-webkit-slider-runnable-track {
    block-size: 4px;
    border-radius: 2px;
    background: linear-gradient(
      to right,
      var(--fp-accent) var(--played, 0%),
      color-mix(in srgb, var(--fp-field-line) 55%, transparent) var(--played, 0%)
    );
  }
  .bar input::-moz-range-track {
    block-size: 4px;
    border-radius: 2px;
    background: color-mix(in srgb, var(--fp-field-line) 55%, transparent);
  }
  .bar input::-moz-range-progress {
    block-size: 4px;
    border-radius: 2px;
    background: var(--fp-accent);
  }
  .bar input::-webkit-slider-thumb {
    inline-size: 14px;
    block-size: 14px;
    margin-block-start: -5px;
    border: 0;
    border-radius: 50%;
    background: var(--fp-accent);
    appearance: none;
  }
  .bar input::-moz-range-thumb {
    inline-size: 14px;
    block-size: 14px;
    border: 0;
    background: var(--fp-accent);
  }
  .bar input:focus-visible {
    border-radius: 8px;
  }
  @media (forced-colors: active) {
    .bar input {
      appearance: auto;
    }
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
    padding-inline: 8px;
    font-variant-numeric: tabular-nums;
    font-size: 0.8125rem;
    white-space: nowrap;
  }
  .total {
    color: var(--fp-muted);
  }
  .chips {
    display: flex;
    justify-content: safe center;
    gap: 10px;
    margin: 0;
    padding: 4px;
    overflow-x: auto;
    list-style: none;
  }
  .chips button {
    flex-direction: column;
    gap: 3px;
    min-block-size: 44px;
    padding: 3px;
    border-color: transparent;
    background: none;
    color: var(--fp-muted);
    font-size: 0.75rem;
    font-variant-numeric: tabular-nums;
    font-weight: 400;
    white-space: nowrap;
  }
  .chips .unknown {
    visibility: hidden;
  }
  .chips img {
    block-size: 46px;
    inline-size: auto;
    min-inline-size: 26px;
    border-radius: 4px;
    box-shadow: 0 0 0 1px light-dark(rgb(16 19 26 / 10%), rgb(255 255 255 / 14%));
  }
  .chips button[aria-current='true'] {
    color: var(--fp-text);
    font-weight: 500;
  }
  .chips button[aria-current='true'] img {
    box-shadow: 0 0 0 2px var(--fp-accent);
  }
  @container (max-width: 460px) {
    .bar button[aria-pressed] {
      display: none;
    }
    .bar button.play {
      margin-inline-end: 4px;
    }
    .stage {
      gap: 4px;
    }
    .chips {
      justify-content: start;
    }
    .chips img {
      block-size: 34px;
      min-inline-size: 20px;
    }
  }
  @container (max-width: 340px) {
    .total {
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
