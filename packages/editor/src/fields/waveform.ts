import { css, html, LitElement, nothing, type PropertyValues, svg } from 'lit';
import { type Playback, waveformPath } from '../media/gain.ts';
import { type Peaks, readPeaks } from '../media/read-peaks.ts';
import { defineElement } from './field-element.ts';

const BARS = 240;

/** The waveform of an audio file, with its volume and fades. It fires `waveform-read` or `waveform-failed`. */
class Waveform extends LitElement {
  static override properties = {
    file: { attribute: false },
    playback: { attribute: false },
    read: { state: true },
  };
  static override styles = css`
    :host {
      display: block;
      height: 100%;
      color: var(--fp-accent);
    }
    svg {
      display: block;
      width: 100%;
      height: 100%;
    }
    path {
      fill: none;
      stroke: currentColor;
      stroke-width: 0.7;
    }
  `;

  /** The file; without it nothing is drawn. */
  declare file: Blob | undefined;
  declare playback: Playback;
  declare private read: Peaks | undefined;
  #reading: AbortController | undefined;

  protected override render(): unknown {
    if (!this.read) return nothing;
    const path = waveformPath(this.read.peaks, this.playback);
    return html`<svg viewBox="0 0 ${BARS} 2" preserveAspectRatio="none" aria-hidden="true">
      ${svg`<path d=${path}></path>`}
    </svg>`;
  }

  protected override updated(changed: PropertyValues): void {
    if (changed.has('file')) void this.#readFile();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#reading?.abort();
  }

  /**
   * Reads the peaks of the file. A newer call aborts this one. Reports the peaks or a failure as an
   * event.
   */
  async #readFile(): Promise<void> {
    this.#reading?.abort();
    this.read = undefined;
    const { file } = this;
    if (!file) return;
    this.#reading = new AbortController();
    const { signal } = this.#reading;
    try {
      const read = await readPeaks(file, BARS, signal);
      if (signal.aborted) return;
      this.read = read;
      this.dispatchEvent(new CustomEvent('waveform-read', { detail: read }));
    } catch {
      if (!signal.aborted) this.dispatchEvent(new CustomEvent('waveform-failed'));
    }
  }
}

defineElement('framepress-waveform', Waveform);
