import { html, nothing, type PropertyDeclarations, type PropertyValues } from 'lit';
import type { Captions } from '../api/types.ts';
import { type Cue, lastStarted } from '../cues/cue.ts';
import { withTimes } from '../cues/cue-edits.ts';
import { draggedTimes, type Grip } from '../cues/dragged-times.ts';
import { captionsWith, cuesOf, tracksOf, withCues } from '../cues/tracks.ts';
import type { CaptionsEdit } from '../draft/draft.ts';
import { defineElement } from '../fields/field-element.ts';
import { controls, inherited } from '../look/index.ts';
import { barHeight } from '../media/peaks.ts';
import { MAX_DECODED_BYTES, MAX_DECODED_SECONDS, readPeaks } from '../media/read-peaks.ts';
import { clockTime } from '../stage/geometry.ts';
import { CaptionsElement } from './captions-element.ts';
import { captionsStripStyles } from './captions-strip-styles.ts';
import { icons } from './icons.ts';

/** A caption of a second is wide enough to be dragged. */
const USUAL_PIXELS = 36;
const MAX_PIXELS = 400;
const ZOOM = 1.6;
/** Parts of a second whose loudness is drawn. */
const PEAKS_A_SECOND = 20;
const MAX_PEAKS = 24_000;
/** A shorter movement of the pointer is a click. */
const MIN_DRAG_PIXELS = 3;
/** Ticks are at least so many pixels apart. */
const MIN_TICK_PIXELS = 56;
const TICK_SECONDS = [0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600];

type Drag = {
  grip: Grip;
  index: number;
  cue: Cue;
  cues: readonly Cue[];
  fromX: number;
  hasMoved: boolean;
};

/**
 * The cues of a track on a strip of time, with the loudness of the video's audio. Dragging moves a cue or one of its
 * ends. All of it can also be done in the list of cues, so the strip is no control for keys.
 */
class CaptionsStrip extends CaptionsElement {
  static override properties: PropertyDeclarations = {
    ...CaptionsElement.properties,
    captions: { attribute: false },
    track: { attribute: false },
    chosenCue: { attribute: false },
    seconds: { attribute: false },
    isPlaying: { attribute: false },
    duration: { attribute: false },
    audioUrl: { attribute: false },
    isDisabled: { attribute: false },
    zoom: { state: true },
    view: { state: true },
    peaks: { state: true },
  };
  static override styles = [inherited, controls, captionsStripStyles];

  declare captions: Captions | undefined;
  declare track: number;
  declare chosenCue: number;
  declare seconds: number;
  declare isPlaying: boolean;
  declare duration: number;
  /** Address of the audio of the composition. */
  declare audioUrl: string | undefined;
  declare isDisabled: boolean;
  /** How much longer than the usual a second is drawn. */
  declare private zoom: number;
  /** The part of the strip that is seen, in pixels. */
  declare private view: { left: number; width: number };
  /** The loudness of equal parts of the audio. */
  declare private peaks: Float32Array | undefined;
  #observer: ResizeObserver | undefined;
  #reading: AbortController | undefined;
  #readUrl: string | undefined;
  #drag: Drag | undefined;

  constructor() {
    super();
    this.zoom = 1;
    this.view = { left: 0, width: 0 };
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#observer?.disconnect();
    this.#observer = undefined;
    this.#reading?.abort();
    this.#readUrl = undefined;
  }

  /** Pixels of a second. A short video fills the strip. */
  get #scale(): number {
    const fitting = this.view.width / Math.max(0.1, this.duration);
    return Math.max(fitting, Math.min(MAX_PIXELS, Math.max(fitting, USUAL_PIXELS) * this.zoom));
  }

  get #canZoomOut(): boolean {
    return this.#scale > (this.view.width / Math.max(0.1, this.duration)) * 1.01;
  }

  get #index(): number {
    return Math.min(this.track, Math.max(0, tracksOf(this.captions).length - 1));
  }

  get #cues(): readonly Cue[] {
    return cuesOf(tracksOf(this.captions)[this.#index]) ?? [];
  }

  get #scroll(): HTMLElement | null {
    return this.renderRoot.querySelector('.scroll');
  }

  #look(): void {
    const scroll = this.#scroll;
    if (!scroll) return;
    const { scrollLeft: left, clientWidth: width } = scroll;
    if (left !== this.view.left || width !== this.view.width) this.view = { left, width };
  }

  protected override render(): unknown {
    const scale = this.#scale;
    const cues = this.#cues;
    const from = this.view.left / scale;
    const to = (this.view.left + this.view.width) / scale;
    const visible: number[] = [];
    // A long cue may have begun before the ones that are seen.
    for (let at = Math.max(0, lastStarted(cues, from) - 3); at < cues.length; at++) {
      if ((cues[at]?.start ?? 0) > to) break;
      visible.push(at);
    }
    // Time runs from left to right in all languages, as on players.
    return html`<div class="strip" dir="ltr">
      <div
        class="scroll"
        aria-hidden="true"
        @scroll=${this.#look}
        @pointerdown=${this.#down}
        @pointermove=${this.#move}
        @pointerup=${this.#up}
        @pointercancel=${this.#cancelDrag}
      >
        <div class="time">
          <canvas></canvas>
          ${visible.map((index) => this.#renderCue(cues[index], index))}
          <div class="playhead"></div>
        </div>
      </div>
      <div class="zoom" role="group" aria-label=${this.t('strip.zoom')}>
        ${this.#renderZoom('strip.zoom_out', 1 / ZOOM, this.#canZoomOut)}
        ${this.#renderZoom('strip.zoom_in', ZOOM, scale < MAX_PIXELS)}
      </div>
    </div>`;
  }

  #renderCue(cue: Cue | undefined, index: number): unknown {
    if (!cue) return nothing;
    return html`<div class="cue" data-index=${index} ?data-chosen=${index === this.chosenCue}>
      <span class="text" dir="auto">${cue.text}</span>
      ${this.isDisabled ? nothing : html`<span class="grip" data-grip="start"></span><span class="grip" data-grip="end"></span>`}
    </div>`;
  }

  #renderZoom(key: 'strip.zoom_in' | 'strip.zoom_out', by: number, isPossible: boolean): unknown {
    return html`<button
      class="plain icon"
      aria-label=${this.t(key)}
      title=${this.t(key)}
      aria-disabled=${!isPossible}
      @click=${() => {
        if (isPossible) this.#zoomBy(by);
      }}
    >
      ${by > 1 ? icons.zoomIn : icons.zoomOut}
    </button>`;
  }

  /** The time of the frame stays where it is. */
  #zoomBy(by: number): void {
    const fitting = this.view.width / Math.max(0.1, this.duration);
    const least = fitting / Math.max(fitting, USUAL_PIXELS);
    const place = this.seconds * this.#scale - this.view.left;
    this.zoom = Math.max(least, this.zoom * by);
    void this.updateComplete.then(() => {
      const scroll = this.#scroll;
      if (scroll) scroll.scrollLeft = this.seconds * this.#scale - place;
      this.#look();
    });
  }

  /** Places by script: the content security policy of a page may forbid style attributes. */
  protected override updated(changes: PropertyValues): void {
    const scroll = this.#scroll;
    if (!this.#observer && scroll) {
      this.#observer = new ResizeObserver(() => this.#look());
      this.#observer.observe(scroll);
    }
    const scale = this.#scale;
    this.style.setProperty('--strip-width', `${this.duration * scale}px`);
    this.style.setProperty('--strip-view', `${this.view.width}px`);
    this.style.setProperty('--strip-left', `${this.view.left}px`);
    this.style.setProperty('--strip-now', `${this.seconds * scale}px`);
    const cues = this.#cues;
    for (const block of this.renderRoot.querySelectorAll<HTMLElement>('.cue')) {
      const { start = 0, end = 0 } = cues[Number(block.dataset['index'])] ?? {};
      block.style.setProperty('inset-inline-start', `${start * scale}px`);
      block.style.setProperty('inline-size', `${Math.max(3, (end - start) * scale - 1)}px`);
    }
    this.#draw(scale);
    if (changes.has('seconds') && !this.#drag) this.#follow(scale);
    if (this.audioUrl !== this.#readUrl) void this.#readAudio(this.audioUrl);
  }

  /** Keeps the time of the frame in view. */
  #follow(scale: number): void {
    const scroll = this.#scroll;
    if (!scroll) return;
    const place = this.seconds * scale;
    const { scrollLeft: left, clientWidth: width } = scroll;
    if (place >= left + 8 && place <= left + width - (this.isPlaying ? 40 : 8)) return;
    scroll.scrollLeft = this.isPlaying ? place - 40 : place - width / 2;
    this.#look();
  }

  /** Draws the ticks and the loudness of the part that is seen. */
  #draw(scale: number): void {
    const canvas = this.renderRoot.querySelector('canvas');
    const { width, left } = this.view;
    const height = canvas?.clientHeight ?? 0;
    if (!canvas || width === 0 || height === 0) return;
    const ratio = globalThis.devicePixelRatio || 1;
    const [pixelWidth, pixelHeight] = [Math.round(width * ratio), Math.round(height * ratio)];
    if (canvas.width !== pixelWidth) canvas.width = pixelWidth;
    if (canvas.height !== pixelHeight) canvas.height = pixelHeight;
    const paint = canvas.getContext('2d');
    if (!paint) return;
    const style = getComputedStyle(canvas);
    paint.setTransform(ratio, 0, 0, ratio, 0, 0);
    paint.globalAlpha = 1;
    paint.clearRect(0, 0, width, height);
    const part = { paint, scale, left, width, height, style };
    this.#drawTicks(part);
    this.#drawPeaks(part);
  }

  #drawTicks({ paint, scale, left, width, style }: Part): void {
    const step = TICK_SECONDS.find((seconds) => seconds * scale >= MIN_TICK_PIXELS) ?? 1200;
    paint.fillStyle = style.color;
    paint.font = `11px ${style.fontFamily}`;
    paint.textBaseline = 'top';
    for (let at = Math.floor(left / scale / step) * step; at * scale < left + width; at += step) {
      const x = Math.round(at * scale - left);
      paint.fillRect(x, 0, 1, 5);
      if (at > 0 || step >= 1) paint.fillText(clockTime(at, step < 1), x + 4, 1);
    }
  }

  #drawPeaks({ paint, scale, left, width, height, style }: Part): void {
    const { peaks } = this;
    if (!peaks || peaks.length === 0) return;
    paint.fillStyle = style.color;
    paint.globalAlpha = 0.4;
    const partSeconds = this.duration / peaks.length;
    const middle = 16 + (height - 16) / 2;
    const room = (height - 20) / 2;
    const barPixels = Math.max(2, partSeconds * scale);
    for (let x = -(left % barPixels); x < width; x += barPixels) {
      const from = Math.floor((x + left) / scale / partSeconds);
      const to = Math.max(from + 1, Math.floor((x + left + barPixels) / scale / partSeconds));
      let peak = 0;
      for (let at = Math.max(0, from); at < to; at++) peak = Math.max(peak, peaks[at] ?? 0);
      const bar = Math.max(0.5, barHeight(peak) * room);
      paint.fillRect(x, middle - bar, Math.max(1, barPixels - 1), bar * 2);
    }
  }

  /** Reads the loudness of the audio. Without it, or if it is too long, the strip has only ticks. */
  async #readAudio(url: string | undefined): Promise<void> {
    this.#reading?.abort();
    this.#readUrl = url;
    if (!url || this.duration > MAX_DECODED_SECONDS) {
      this.peaks = undefined;
      return;
    }
    this.#reading = new AbortController();
    const { signal } = this.#reading;
    try {
      const blob = await (await this.context.api.fetchFile(url, signal)).blob();
      if (blob.size > MAX_DECODED_BYTES || signal.aborted) return;
      const count = Math.min(MAX_PEAKS, Math.ceil(this.duration * PEAKS_A_SECOND));
      const { peaks, seconds } = await readPeaks(blob, count, signal);
      if (signal.aborted) return;
      // The parts are those of the video, which may be longer than its audio.
      const scale = seconds / Math.max(0.1, this.duration);
      this.peaks =
        Math.abs(scale - 1) < 0.02
          ? peaks
          : Float32Array.from(peaks, (_, at) => peaks[Math.floor(at / scale)] ?? 0);
    } catch {
      if (!signal.aborted) this.peaks = undefined;
    }
  }

  #secondsAt({ clientX }: PointerEvent): number {
    const { left = 0 } = this.#scroll?.getBoundingClientRect() ?? {};
    return Math.max(0, (clientX - left + this.view.left) / this.#scale);
  }

  /** Begins to drag a cue. Beside the cues, the frame of that time is shown. */
  #down(event: PointerEvent): void {
    if (event.button !== 0) return;
    const target = event.target as HTMLElement;
    const block = target.closest<HTMLElement>('.cue');
    const index = Number(block?.dataset['index'] ?? -1);
    const cues = this.#cues;
    const cue = cues[index];
    if (!cue) {
      this.emit('captions-seek', { seconds: Math.min(this.#secondsAt(event), this.duration) });
      return;
    }
    if (index !== this.chosenCue) this.emit('captions-cue', { cue: index });
    // A finger on a cue that was not chosen before scrolls the strip.
    if (this.isDisabled) return;
    (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
    const grip = (target.dataset['grip'] ?? 'whole') as Grip;
    this.#drag = { grip, index, cue, cues, fromX: event.clientX, hasMoved: false };
  }

  #move(event: PointerEvent): void {
    const drag = this.#drag;
    if (!drag) return;
    const pixels = event.clientX - drag.fromX;
    drag.hasMoved ||= Math.abs(pixels) >= MIN_DRAG_PIXELS;
    if (drag.hasMoved) this.#dragTo(drag, pixels / this.#scale, false);
  }

  #up(event: PointerEvent): void {
    const drag = this.#drag;
    this.#drag = undefined;
    if (!drag) return;
    if (drag.hasMoved) this.#dragTo(drag, (event.clientX - drag.fromX) / this.#scale, true);
    else this.emit('captions-seek', { seconds: this.#secondsAt(event) });
  }

  /** The browser scrolls instead: the cue is where it was. */
  #cancelDrag(): void {
    const drag = this.#drag;
    this.#drag = undefined;
    if (drag?.hasMoved) this.#dragTo(drag, 0, true);
  }

  #dragTo({ grip, index, cue, cues }: Drag, by: number, isCommitted: boolean): void {
    const times = draggedTimes(cues, index, { grip, by, duration: this.duration });
    const edited = withTimes(cues, index, times);
    const tracks = tracksOf(this.captions);
    const track = tracks[this.#index];
    if (!track) return;
    const captions = captionsWith(tracks.with(this.#index, withCues(track, edited.cues)));
    const part = `${this.#index} drag ${cue.start} ${cue.end} ${cue.text}`;
    const detail: Omit<CaptionsEdit, 'atMs'> = { captions, part, isCommitted };
    this.emit('captions-edit', detail);
  }
}

type Part = {
  paint: CanvasRenderingContext2D;
  scale: number;
  left: number;
  width: number;
  height: number;
  style: CSSStyleDeclaration;
};

defineElement('framepress-captions-strip', CaptionsStrip);
