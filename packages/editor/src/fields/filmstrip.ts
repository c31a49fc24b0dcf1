import { css, html, LitElement, type PropertyValues } from 'lit';
import { type DrawAt, readServedStrip, readStrip, type Strip } from '../media/read-strip.ts';
import { defineElement } from './field-element.ts';

const COUNT = 10;
/** Sharp on screens with two pixels per point. */
const IMAGE_HEIGHT = 112;

/**
 * Images of a video in equal distances: as the browser plays it, or as the service draws it. It fires
 * `strip-open` with the length, or `strip-failed` if the browser cannot play the video.
 */
class Filmstrip extends LitElement {
  static override properties = { src: {}, draw: { attribute: false }, seconds: { type: Number } };
  static override styles = css`
    :host {
      display: flex;
      height: 100%;
    }
    canvas {
      flex: 1;
      min-width: 0;
      height: 100%;
      object-fit: cover;
    }
  `;

  declare src: string | undefined;
  /** Draws the video of `seconds` on the service. It is used instead of `src`. */
  declare draw: DrawAt | undefined;
  declare seconds: number | undefined;
  #reading: AbortController | undefined;

  protected override render(): unknown {
    return Array.from({ length: COUNT }, () => html`<canvas width="1" height="1"></canvas>`);
  }

  protected override updated(changed: PropertyValues): void {
    if (changed.has('src') || changed.has('draw')) void this.#drawImages();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.hasUpdated) void this.#drawImages();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#reading?.abort();
  }

  /**
   * Draws the images anew, on the service if `draw` is given, else from the file. A newer call
   * aborts this one. `strip-failed` reports only that the browser cannot read the file.
   */
  async #drawImages(): Promise<void> {
    this.#reading?.abort();
    const { src, draw, seconds } = this;
    if (!src && !draw) return;
    this.#reading = new AbortController();
    const { signal } = this.#reading;
    const canvases = this.renderRoot.querySelectorAll('canvas');
    for (const canvas of canvases) Object.assign(canvas, { width: 1, height: 1 });
    const onOpen = (strip: Strip) =>
      this.dispatchEvent(new CustomEvent('strip-open', { detail: strip }));
    const onImage: Parameters<typeof readStrip>[0]['onImage'] = (index, image) => {
      const canvas = canvases[index];
      if (!canvas) return;
      canvas.height = IMAGE_HEIGHT;
      canvas.width = Math.max(1, Math.round((IMAGE_HEIGHT * image.width) / image.height));
      canvas.getContext('2d')?.drawImage(image.source, 0, 0, canvas.width, canvas.height);
    };
    try {
      if (draw && seconds) await readServedStrip({ seconds, draw, count: COUNT, onImage }, signal);
      else if (src) await readStrip({ src, count: COUNT, onOpen, onImage }, signal);
    } catch {
      if (!signal.aborted && !draw) this.dispatchEvent(new CustomEvent('strip-failed'));
    }
  }
}

defineElement('framepress-filmstrip', Filmstrip);
