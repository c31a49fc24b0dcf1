import { css } from 'lit';

export const captionsStripStyles = css`
  :host {
    display: block;
    min-inline-size: 0;
  }
  .strip {
    display: flex;
    align-items: stretch;
    gap: 6px;
  }
  .scroll {
    flex: 1;
    min-inline-size: 0;
    block-size: 78px;
    border: 1px solid var(--fp-line);
    border-radius: var(--fp-radius);
    background: var(--fp-surface);
    overflow: auto hidden;
    scrollbar-width: thin;
    scrollbar-color: var(--fp-line) transparent;
    user-select: none;
  }
  .time {
    position: relative;
    inline-size: var(--strip-width);
    block-size: 100%;
    min-block-size: 62px;
    cursor: pointer;
    overflow: hidden;
  }
  canvas {
    color: var(--fp-muted);
    position: absolute;
    inset-block: 0;
    inset-inline-start: var(--strip-left);
    inline-size: var(--strip-view);
    block-size: 100%;
    pointer-events: none;
  }
  .cue {
    position: absolute;
    inset-block: 20px 7px;
    display: flex;
    align-items: center;
    border-radius: 5px;
    background: color-mix(in srgb, var(--fp-accent) 22%, transparent);
    box-shadow: inset 0 0 0 1px color-mix(in srgb, var(--fp-accent) 55%, transparent);
    overflow: hidden;
    cursor: grab;
    touch-action: pan-x;
  }
  .cue:active {
    cursor: grabbing;
  }
  .cue[data-chosen] {
    background: color-mix(in srgb, var(--fp-accent) 40%, transparent);
    box-shadow: inset 0 0 0 2px var(--fp-accent);
    touch-action: none;
  }
  .text {
    flex: 1;
    min-inline-size: 0;
    padding-inline: 8px;
    overflow: hidden;
    font-size: 0.75rem;
    text-overflow: ellipsis;
    white-space: nowrap;
    pointer-events: none;
  }
  .grip {
    position: absolute;
    inset-block: 0;
    inline-size: min(9px, 33%);
    cursor: ew-resize;
  }
  .grip[data-grip='start'] {
    inset-inline-start: 0;
  }
  .grip[data-grip='end'] {
    inset-inline-end: 0;
  }
  .cue[data-chosen] .grip::after {
    position: absolute;
    inset-block: 8px;
    inset-inline: 3px auto;
    inline-size: 2px;
    border-radius: 1px;
    background: var(--fp-accent);
    content: '';
  }
  .cue[data-chosen] .grip[data-grip='end']::after {
    inset-inline: auto 3px;
  }
  .playhead {
    position: absolute;
    inset-block: 0;
    inset-inline-start: calc(var(--strip-now) - 1px);
    inline-size: 2px;
    background: var(--fp-danger);
    pointer-events: none;
  }
  .zoom {
    display: flex;
    flex-direction: column;
    justify-content: center;
  }
  button.icon {
    min-inline-size: 32px;
    min-block-size: 32px;
    padding: 0;
  }
  svg {
    inline-size: 18px;
    block-size: 18px;
    fill: none;
    stroke: currentColor;
    stroke-width: 2;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  @media (forced-colors: active) {
    .cue {
      border: 1px solid ButtonText;
    }
    .cue[data-chosen] {
      border: 2px solid Highlight;
    }
    .playhead {
      background: Highlight;
    }
  }
  @media (pointer: coarse) {
    .scroll {
      block-size: 64px;
    }
    .time {
      min-block-size: 56px;
    }
    .zoom {
      display: none;
    }
    .grip {
      inline-size: min(18px, 33%);
    }
  }
`;
