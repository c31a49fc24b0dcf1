import { html } from 'lit';
import { clampStart } from '../media/trim.ts';
import type { Translate } from '../strings/index.ts';

const MAX_SECONDS = 86_400;

/** A number instead of a time line, for a file whose length is not known. */
export function startInput(start: number, t: Translate, choose: (start: number) => void): unknown {
  return html`<div class="rows">
    <label for="start">${t('video.start_seconds')}</label>
    <input
      id="start"
      class="wide"
      type="number"
      min="0"
      max=${MAX_SECONDS}
      step="0.1"
      .value=${String(start)}
      @change=${(event: Event) => {
        const seconds = Number((event.target as HTMLInputElement).value);
        choose(clampStart(Number.isFinite(seconds) ? seconds : 0, MAX_SECONDS));
      }}
    />
  </div>`;
}
