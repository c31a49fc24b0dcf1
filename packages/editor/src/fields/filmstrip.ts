import { css, html, LitElement, type PropertyValues } from 'lit';
import { readStrip, type Strip } from '../media/read-strip.ts';
import { defineElement } from './field-element.ts';

const COUNT = 10;
/** Sharp on screens with two pixels per point. */
const IMAGE_HEIGHT = 112;

/** Images of a video in equal distances. It fires `strip-open` with the length, or `strip-failed`. */
class Filmstrip extends LitElement {
  static override properties = { src: {} };
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
  #reading: AbortController | undefined;

  protected override render(): unknown {
    return Array.from({ length: COUNT }, () => html`<canvas width="1" height="1"></canvas>`);
  }

  protected override updated(changed: PropertyValues): void {
    if (changed.has('src')) void this.#read();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.hasUpdated) void this.#read();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#reading?.abort();
  }

  async #read(): Promise<void> {
    this.#reading?.abort();
    const { src } = this;
    if (!src) return;
    this.#reading = new AbortController();
    const { signal } = this.#reading;
    const canvases = this.renderRoot.querySelectorAll('canvas');
    for (const canvas of canvases) Object.assign(canvas, { width: 1, height: 1 });
    const onOpen = (strip: Strip) =>
      this.dispatchEvent(new CustomEvent('strip-open', { detail: strip }));
    const onImage = (index: number, video: HTMLVideoElement) => {
      const canvas = canvases[index];
      if (!canvas) return;
      canvas.height = IMAGE_HEIGHT;
      canvas.width = Math.max(1, Math.round((IMAGE_HEIGHT * video.videoWidth) / video.videoHeight));
      canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height);
    };
    try {
      await readStrip({ src, count: COUNT, onOpen, onImage }, signal);
    } catch {
      if (!signal.aborted) this.dispatchEvent(new CustomEvent('strip-failed'));
    }
  }
}

defineElement('framepress-filmstrip', Filmstrip);
