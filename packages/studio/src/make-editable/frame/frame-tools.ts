import { css, html } from 'lit';
import { AppElement, define } from '../../components/base.ts';
import { icon } from '../../components/icons.ts';
import { numberText } from '../../words.ts';
import type { Say } from '../strings/index.ts';
import type { Trial } from '../tries.ts';

const TRIALS: readonly Trial[] = ['own', 'short', 'long'];

/** Plays the frame, tries texts, and shows the time of the frame. It fires `play`, and `trial` with a `Trial`. */
class StudioFrameTools extends AppElement {
  static override properties = {
    say: { attribute: false },
    trial: {},
    hasTexts: { attribute: false },
    isPlaying: { attribute: false },
    at: { type: Number },
    duration: { type: Number },
  };
  static override styles = css`
    :host {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: 8px 12px;
      padding: 10px 16px 4px;
      border-block-start: 1px solid var(--fp-line);
      background: var(--fp-surface);
    }
    .play {
      flex: none;
      width: 36px;
      min-height: 36px;
      padding: 0;
      border-radius: 50%;
    }
    fieldset {
      display: flex;
      align-items: center;
      gap: 10px;
      min-width: 0;
      margin: 0;
      padding: 0;
      border: 0;
    }
    legend {
      float: inline-start;
      padding: 0;
      color: var(--fp-muted);
      font-size: 0.8125rem;
    }
    .segments {
      display: flex;
      gap: 2px;
      padding: 2px;
      border-radius: 9px;
      background: var(--fp-raised);
      box-shadow: inset 0 0 0 1px var(--fp-line);
    }
    .segments label {
      position: relative;
      display: block;
      padding: 4px 12px;
      border-radius: 7px;
      font-size: 0.8125rem;
      cursor: pointer;
    }
    .segments label:has(:checked) {
      background: var(--fp-surface);
      box-shadow:
        0 0 0 1px var(--fp-field-line),
        0 1px 3px rgb(0 0 0 / 12%);
    }
    .segments label:has(:focus-visible) {
      box-shadow: var(--fp-focus);
    }
    .segments input {
      position: absolute;
      inset: 0;
      width: 100%;
      height: 100%;
      opacity: 0;
      cursor: pointer;
    }
    .time {
      margin-inline-start: auto;
      color: var(--fp-muted);
      font-size: 0.8125rem;
      font-variant-numeric: tabular-nums;
    }
    @media (forced-colors: active) {
      .segments label:has(:checked) {
        outline: 2px solid Highlight;
      }
    }
    @media (max-width: 760px) {
      :host {
        flex-wrap: nowrap;
        padding: 8px 12px 0;
      }
      legend,
      .time {
        position: absolute;
        width: 1px;
        height: 1px;
        clip-path: inset(50%);
        overflow: hidden;
      }
      fieldset,
      .segments {
        width: 100%;
      }
      .segments label {
        flex: 1;
        padding-inline: 6px;
        text-align: center;
        white-space: nowrap;
      }
    }
  `;

  declare say: Say;
  declare trial: Trial;
  /** There are texts that people may replace. */
  declare hasTexts: boolean;
  declare isPlaying: boolean;
  /** Seconds from the start. */
  declare at: number;
  declare duration: number;

  override render() {
    const { say, app, trial, isPlaying } = this;
    const seconds = (value: number) => numberText(value, app.lang, 1);
    const playLabel = say(isPlaying ? 'frame.pause' : 'frame.play');
    return html`<button
        class="play"
        aria-label=${playLabel}
        title=${playLabel}
        @click=${() => this.emit('play')}
      >
        ${icon(isPlaying ? 'pause' : 'play', 16)}
      </button>
      <fieldset ?disabled=${!this.hasTexts}>
        <legend>${say('try.legend')}</legend>
        <div class="segments">
          ${TRIALS.map(
            (id) =>
              html`<label
                ><input
                  type="radio"
                  name="trial"
                  value=${id}
                  .checked=${id === trial}
                  @change=${() => this.emit('trial', id)}
                />${say(`try.${id}`)}</label
              >`,
          )}
        </div>
      </fieldset>
      <span class="time"
        >${say('time.of', { at: seconds(this.at), duration: seconds(this.duration) })}</span
      >`;
  }
}

define('studio-frame-tools', StudioFrameTools);
