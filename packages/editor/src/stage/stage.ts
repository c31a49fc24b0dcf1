import { NewestTask, Player, type PlayerError, type PlayerMode } from '@framepress/player';
import { html, LitElement, nothing, type PropertyValues, svg, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { Composition } from '../api/types.ts';
import { defineElement, type FieldContext } from '../fields/field-element.ts';
import { controls, inherited } from '../look/index.ts';
import { clockTime, type Point, videoPoint } from './geometry.ts';
import { icons } from './icons.ts';
import './overlay.ts';
import type { Handle, InPlace, Outline } from './overlay.ts';
import { stageStyles } from './stage-styles.ts';

/** A named still of the template. */
export type Still = { name: string; seconds: number; url: string | undefined };
/** The detail of `stage-pick`: a person clicked this pixel of the video. */
export type Pick = { point: Point; frame: number };

export type StageCommand = 'toggle' | 'back' | 'forward' | 'first' | 'last';

/** So long after the last change, the stills are drawn. */
const STILL_REST_MS = 500;
/** In pixels, for screens with two pixels per CSS pixel. */
const STILL_HEIGHT = 96;

/** Shares of the width and height between the border of the video and its safe areas. */
const SAFE_AREAS = { action: 0.05, title: 0.1 };

type Video = Composition['video'];

/**
 * The live frame with its transport. Fires `stage-pick` for a click, `stage-edit` for a double click and
 * `stage-hover` for the pointer over the video, `stage-frame` and `stage-error`.
 */
export class Stage extends LitElement {
  static override styles = [inherited, controls, stageStyles];
  static override properties = {
    context: { attribute: false },
    video: { attribute: false },
    stills: { attribute: false },
    drawStill: { attribute: false },
    isDrawing: { attribute: false },
    badge: {},
    notice: { attribute: false },
    outlines: { attribute: false },
    inPlace: { attribute: false },
    handle: { attribute: false },
    frame: { state: true },
    isPlaying: { state: true },
    isMuted: { state: true },
    isLooping: { state: true },
    areSafeAreasShown: { state: true },
    isFullScreen: { state: true },
    hasAudio: { state: true },
    mode: { state: true },
    hasPlayedSlowly: { state: true },
    isStarting: { state: true },
    hasLoaded: { state: true },
    ownStills: { state: true },
  };

  declare context: FieldContext;
  declare video: Video | undefined;
  declare stills: readonly Still[];
  declare drawStill: (frame: number, width: number, signal: AbortSignal) => Promise<Blob>;
  declare isDrawing: boolean;
  /** Says that the frame does not show the fields; empty while it does. */
  declare badge: string;
  declare notice: string;
  /** Layers that are marked in the frame. */
  declare outlines: readonly Outline[];
  /** The text that is edited in the frame. */
  declare inPlace: InPlace | undefined;
  /** The position that can be dragged in the frame. */
  declare handle: Handle | undefined;
  declare frame: number;
  declare isPlaying: boolean;
  declare isMuted: boolean;
  declare isLooping: boolean;
  declare areSafeAreasShown: boolean;
  declare isFullScreen: boolean;
  declare hasAudio: boolean;
  declare mode: PlayerMode | undefined;
  /** The note that playing in software is slower was shown; it is shown once. */
  declare hasPlayedSlowly: boolean;
  /** Playing was asked for, and the frames do not move yet. */
  declare isStarting: boolean;
  /** A composition was shown. Before, the still of the template is. */
  declare hasLoaded: boolean;
  /** The stills with the content of the person: addresses of images by their frame. */
  declare ownStills: ReadonlyMap<number, string>;
  readonly #stillDrawings = new NewestTask();
  #stillTimer: ReturnType<typeof setTimeout> | undefined;
  #player: Player | undefined;
  #isLoading = false;
  /** Why the newest composition could not be drawn. */
  #failure: PlayerError | undefined;

  constructor() {
    super();
    this.stills = [];
    this.isDrawing = false;
    this.badge = '';
    this.isStarting = false;
    this.hasLoaded = false;
    this.ownStills = new Map();
    this.notice = '';
    this.outlines = [];
    this.frame = 0;
    this.isPlaying = false;
    this.isMuted = false;
    this.isLooping = false;
    this.areSafeAreasShown = false;
    this.isFullScreen = false;
    this.hasAudio = false;
    this.hasPlayedSlowly = false;
  }

  /**
   * Shows a composition at the current frame, or at the last one if it is shorter. Throws the error
   * of the player, except one of its audio.
   */
  async load(composition: Composition): Promise<void> {
    this.video = composition.video;
    this.hasAudio = composition.audio !== null;
    this.#player ??= this.#makePlayer();
    const hasFailed = this.#failure !== undefined;
    this.#failure = undefined;
    this.#isLoading = true;
    await this.#player.load(composition).finally(() => {
      this.#isLoading = false;
    });
    const failure = this.#failureNow();
    if (failure) throw failure;
    this.hasLoaded = true;
    this.#drawStillsSoon();
    const last = composition.video.frame_count - 1;
    // The frame that could not be drawn is drawn now.
    if (this.frame > last || (hasFailed && !this.isPlaying)) await this.seek(this.frame);
  }

  /** The failure of the last load. The player sets it in an event. */
  #failureNow(): PlayerError | undefined {
    return this.#failure;
  }

  /** Shows a frame, within the video, and reports it when it is drawn. */
  async seek(frame: number): Promise<void> {
    const last = (this.video?.frame_count ?? 1) - 1;
    this.frame = Math.min(last, Math.max(0, Math.round(frame)));
    await this.#player?.seek(this.frame);
    this.#announceFrame();
  }

  seekSeconds(seconds: number): Promise<void> {
    return this.seek(seconds * (this.video?.fps ?? 0));
  }

  /** Plays or pauses. An error is reported as an event. */
  toggle(): void {
    if (this.isPlaying) {
      this.#player?.pause();
      return;
    }
    if (!this.#player) return;
    this.dispatchEvent(new CustomEvent('stage-play'));
    this.isStarting = true;
    this.#player
      .play()
      .catch((error: unknown) => this.#fail(error))
      .finally(() => {
        this.isStarting = false;
      });
  }

  pause(): void {
    this.#player?.pause();
  }

  /** Runs the command of a key. Every command but `toggle` pauses. */
  command(command: StageCommand): void {
    if (command === 'toggle') {
      this.toggle();
      return;
    }
    this.#player?.pause();
    const { frame } = this;
    const last = Number.MAX_SAFE_INTEGER;
    void this.seek({ back: frame - 1, forward: frame + 1, first: 0, last }[command]);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#player?.dispose();
    this.#player = undefined;
    clearTimeout(this.#stillTimer);
    for (const url of this.ownStills.values()) URL.revokeObjectURL(url);
    this.ownStills = new Map();
  }

  /** The stills follow when the person rests: they must not delay the frame. */
  #drawStillsSoon(): void {
    clearTimeout(this.#stillTimer);
    this.#stillTimer = setTimeout(
      () => void this.#stillDrawings.run(() => this.#drawStills()),
      STILL_REST_MS,
    );
  }

  /** Draws the stills with the present content, one after the other. A newer call ends this one. */
  async #drawStills(): Promise<void> {
    const { fps = 1 } = this.video ?? {};
    for (const { seconds } of this.stills) {
      const frame = Math.round(seconds * fps);
      const image = await this.#player?.thumbnail(frame, STILL_HEIGHT).catch(() => undefined);
      if (!this.isConnected || this.#stillDrawings.hasNewer) return;
      // A frame that could not be drawn keeps its former image.
      if (!image) continue;
      const formerUrl = this.ownStills.get(frame);
      this.ownStills = new Map([...this.ownStills, [frame, URL.createObjectURL(image)]]);
      await this.updateComplete;
      if (formerUrl) URL.revokeObjectURL(formerUrl);
    }
  }

  /** Makes the player of the rendered stage and follows its events. */
  #makePlayer(): Player {
    const container = this.renderRoot.querySelector<HTMLElement>('.player');
    if (!container) throw new Error('The stage is not rendered yet.');
    const { api } = this.context;
    const player = new Player({
      container,
      server: api.server,
      fetchFile: api.fetchFile,
      drawStill: (frame, width, signal) => this.drawStill(frame, width, signal),
    });
    player.addEventListener('frame', ({ detail: { frame } }) => {
      if (!this.isPlaying || frame === this.frame) return;
      this.frame = frame;
      this.#announceFrame();
    });
    player.addEventListener('play', () => {
      this.isPlaying = true;
    });
    player.addEventListener('pause', () => {
      this.isPlaying = false;
      this.hasPlayedSlowly ||= this.mode === 'software';
      this.frame = player.frame;
      this.#announceFrame();
    });
    player.addEventListener('mode', ({ detail: { mode } }) => {
      this.mode = mode;
    });
    player.addEventListener('error', ({ detail: { error } }) => {
      // Without its audio, a composition is shown all the same.
      if (!error.code.startsWith('audio_')) this.#failure = error;
      if (!this.#isLoading || error !== this.#failure) this.#fail(error);
    });
    return player;
  }

  #announceFrame(): void {
    this.dispatchEvent(new CustomEvent('stage-frame', { detail: { frame: this.frame } }));
  }

  #fail(error: unknown): void {
    this.dispatchEvent(new CustomEvent('stage-error', { detail: { error } }));
  }

  protected override shouldUpdate(): boolean {
    return this.context !== undefined;
  }

  /** Sets values of styles by script: the content security policy of a page may forbid style attributes. */
  protected override updated(changes: PropertyValues<this>): void {
    const { width = 16, height = 9, frame_count: count = 1 } = this.video ?? {};
    this.style.setProperty('--video-ratio', String(width / height));
    this.style.setProperty('--played', `${(this.frame / Math.max(1, count - 1)) * 100}%`);
    const player = this.#player;
    if (!player) return;
    if (changes.has('isMuted')) player.isMuted = this.isMuted;
    if (changes.has('isLooping')) player.isLooping = this.isLooping;
  }

  protected override render(): TemplateResult {
    const { t } = this.context;
    return html`<div class="stage" @fullscreenchange=${this.#followFullScreen}>
      <div class="place">
        <div
          class="frame"
          title=${this.inPlace ? nothing : t('stage.frame_hint')}
          @click=${(event: MouseEvent) => this.#report('stage-pick', event)}
          @dblclick=${(event: MouseEvent) => this.#report('stage-edit', event)}
          @pointermove=${(event: PointerEvent) => this.#report('stage-hover', event)}
          @pointerleave=${() => this.dispatchEvent(new CustomEvent('stage-hover'))}
        >
          ${this.#renderPoster()}
          <div class="player" role="img" aria-label=${t('stage.title')}></div>
          ${
            this.video && !this.isPlaying
              ? html`<framepress-overlay
                  .video=${this.video}
                  .outlines=${this.outlines}
                  .inPlace=${this.inPlace}
                  .handle=${this.handle}
                ></framepress-overlay>`
              : nothing
          }
          ${this.areSafeAreasShown && this.video ? safeAreas(this.video) : nothing}
          <div class="badge" aria-hidden="true">${this.#badgeText()}</div>
        </div>
        <div class="notice" role="status">${this.#noticeText()}</div>
      </div>
      ${this.#renderBar()} ${this.#renderStills()}
    </div>`;
  }

  /** The notice of the editor, else why the playback is not in full quality. */
  #noticeText(): string {
    if (this.notice) return this.notice;
    if (this.mode === 'stills') return this.context.t('stage.stills_only');
    if (this.isPlaying && this.mode === 'software' && !this.hasPlayedSlowly)
      return this.context.t('stage.software');
    return '';
  }

  /** Whether the frame is older than the fields, else that playing begins soon. */
  #badgeText(): string {
    if (this.badge) return this.badge;
    return this.isStarting ? this.context.t('editor.loading') : '';
  }

  /** Until the first composition is shown: a still of the template. */
  #renderPoster(): unknown {
    const url = this.hasLoaded ? undefined : this.stills.find((still) => still.url)?.url;
    return url ? html`<img class="poster" src=${url} alt="" />` : nothing;
  }

  #renderBar(): TemplateResult {
    const { t } = this.context;
    const { frame_count: count = 1, fps = 1, duration = 0 } = this.video ?? {};
    const timeText = clockTime(this.frame / fps, true);
    const time = t('stage.time', { now: timeText, total: clockTime(duration, true) });
    const toggle = (name: 'isLooping' | 'areSafeAreasShown') => () => {
      this[name] = !this[name];
    };
    // Time runs from left to right in every language.
    return html`<div class="bar" dir="ltr" role="group" aria-label=${t('stage.title')}>
      <button
        class="plain play"
        ?disabled=${!this.video}
        aria-label=${t(this.isPlaying ? 'stage.pause' : 'stage.play')}
        aria-busy=${this.isStarting}
        @click=${this.toggle}
      >
        ${this.isStarting ? html`<span class="spinner"></span>` : this.isPlaying ? icons.pause : icons.play}
      </button>
      <input
        type="range"
        min="0"
        max=${count - 1}
        .value=${live(String(this.frame))}
        ?disabled=${!this.video}
        aria-label=${t('stage.position')}
        aria-valuetext=${time}
        @input=${(event: InputEvent) => {
          this.#player?.pause();
          void this.seek(Number((event.target as HTMLInputElement).value));
        }}
      />
      <span class="time" aria-hidden="true"
        >${timeText}<span class="total"> / ${clockTime(duration, true)}</span></span
      >
      ${
        this.hasAudio
          ? html`<button
              class="plain"
              aria-label=${t(this.isMuted ? 'stage.unmute' : 'stage.mute')}
              @click=${() => {
                this.isMuted = !this.isMuted;
              }}
            >
              ${this.isMuted ? icons.muted : icons.audible}
            </button>`
          : nothing
      }
      ${toggleButton(t('stage.loop'), this.isLooping, icons.loop, toggle('isLooping'))}
      ${toggleButton(t('stage.safe_areas'), this.areSafeAreasShown, icons.areas, toggle('areSafeAreasShown'))}
      <button
        class="plain"
        aria-label=${t(this.isFullScreen ? 'stage.leave_full_screen' : 'stage.full_screen')}
        @click=${this.#toggleFullScreen}
      >
        ${this.isFullScreen ? icons.leaveFull : icons.full}
      </button>
    </div>`;
  }

  #renderStills(): unknown {
    if (this.stills.length === 0) return nothing;
    const { fps = 1 } = this.video ?? {};
    // The exact times come with the first composition. Time goes from left to right, as in the slider.
    return html`<ul class="chips" dir="ltr" aria-label=${this.context.t('stage.stills')}>
      ${this.stills.map(({ name, seconds, url }) => {
        const frame = Math.round(seconds * fps);
        const still = this.ownStills.get(frame) ?? url;
        return html`<li>
          <button
            ?disabled=${this.isDrawing}
            aria-label=${this.isDrawing ? name : nothing}
            aria-current=${frame === this.frame}
            @click=${() => this.seek(frame)}
          >
            ${still ? html`<img src=${still} alt="" />` : nothing}
            <span class=${this.isDrawing ? 'unknown' : ''}>${clockTime(seconds, true)}</span>
          </button>
        </li>`;
      })}
    </ul>`;
  }

  /**
   * Reports where a pointer is as a point of the video; a click also pauses. Outside of the video, only
   * the movement of a pointer is reported, without a point.
   */
  #report(name: 'stage-pick' | 'stage-edit' | 'stage-hover', event: MouseEvent): void {
    const { video } = this;
    if (!video) return;
    const box = (event.currentTarget as HTMLElement).getBoundingClientRect();
    const point = videoPoint([event.clientX - box.left, event.clientY - box.top], box, video);
    const isHover = name === 'stage-hover';
    if (!isHover && !point) return;
    if (!isHover) this.#player?.pause();
    const frame = this.#player?.frame ?? this.frame;
    const detail: Pick | undefined =
      point && !(isHover && this.isPlaying) ? { point, frame } : undefined;
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  async #toggleFullScreen(): Promise<void> {
    try {
      if (this.isFullScreen) await document.exitFullscreen();
      else await this.renderRoot.querySelector('.stage')?.requestFullscreen();
    } catch {
      // The page that embeds the editor forbids full screen.
    }
  }

  /** Full screen also ends by a key of the browser. */
  #followFullScreen(): void {
    this.isFullScreen = (this.renderRoot as ShadowRoot).fullscreenElement !== null;
  }
}

function toggleButton(label: string, isOn: boolean, icon: unknown, act: () => void) {
  return html`<button class="plain" aria-label=${label} title=${label} aria-pressed=${isOn} @click=${act}>
    ${icon}
  </button>`;
}

/** The edges that televisions may hide, for action and for titles. */
function safeAreas({ width, height }: Video): TemplateResult {
  const area = (name: keyof typeof SAFE_AREAS) => {
    const inset = SAFE_AREAS[name];
    return svg`<rect class=${name} x=${width * inset} y=${height * inset}
      width=${width * (1 - 2 * inset)} height=${height * (1 - 2 * inset)}></rect>`;
  };
  return html`<svg class="areas" viewBox="0 0 ${width} ${height}" aria-hidden="true">
    ${area('action')}${area('title')}
  </svg>`;
}

defineElement('framepress-stage', Stage);
