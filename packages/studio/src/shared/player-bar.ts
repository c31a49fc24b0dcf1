import { css, html, nothing, type PropertyValues } from 'lit';
import { AppElement, define } from '../components/base.ts';
import { icon } from '../components/icons.ts';
import '../components/menu.ts';

const EVENTS = ['timeupdate', 'durationchange', 'play', 'pause', 'volumechange', 'ended', 'seeked'];
/** Steps of the slider in seconds. */
const STEP = 0.1;

/** Captions that a viewer can choose. */
export type BarCaptions = { id: string; name: string };

/**
 * The controls below a video: `<studio-player-bar .app=${app} .video=${video} .frame=${element}>`. With `captions`, it
 * fires `captions` with the `{ id }` of the chosen ones, or without an id for none.
 */
class StudioPlayerBar extends AppElement {
  static override properties = {
    video: { attribute: false },
    frame: { attribute: false },
    seconds: { attribute: false },
    captions: { attribute: false },
    shownId: { attribute: false },
  };
  static override styles = css`
    :host {
      display: flex;
      align-items: center;
      gap: 4px;
      min-height: 44px;
      /* Time goes from left to right. */
      direction: ltr;
    }
    input {
      flex: 1;
      min-width: 30px;
      accent-color: var(--fp-accent);
    }
    .time {
      margin-inline: 8px;
      color: var(--fp-muted);
      font-size: 0.8125rem;
      font-variant-numeric: tabular-nums;
      white-space: nowrap;
    }
    button {
      min-width: 40px;
      padding: 0;
    }
    .captions {
      display: grid;
    }
    .on {
      color: var(--fp-accent);
    }
  `;

  declare video: HTMLVideoElement | undefined;
  /** Fills the screen. */
  declare frame: HTMLElement | undefined;
  /** The length of the whole video, while less of it can be played. */
  declare seconds: number | null;
  declare captions: readonly BarCaptions[];
  /** The id of the captions that are shown. */
  declare shownId: string | undefined;

  constructor() {
    super();
    this.captions = [];
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('video')) return;
    const former = changed.get('video') as HTMLVideoElement | undefined;
    for (const name of EVENTS) {
      former?.removeEventListener(name, this.#changed);
      this.video?.addEventListener(name, this.#changed);
    }
  }

  #changed = () => this.requestUpdate();

  override render() {
    const { t, video, seconds } = this;
    const length = video && Number.isFinite(video.duration) ? video.duration : (seconds ?? 0);
    const at = video?.currentTime ?? 0;
    const isPaused = video?.paused ?? true;
    const isMuted = video?.muted ?? false;
    const words = `${clockText(at)} / ${clockText(length)}`;
    return html`<button
        class="plain"
        aria-label=${t(isPaused ? 'player.play' : 'player.pause')}
        @click=${() => this.toggle()}
      >
        ${icon(isPaused ? 'play' : 'pause', 20)}
      </button>
      <input
        type="range"
        min="0"
        max=${Math.max(length, STEP)}
        step=${STEP}
        aria-label=${t('player.position')}
        aria-valuetext=${words}
        .value=${String(at)}
        @input=${(event: Event) => this.#seek(Number((event.target as HTMLInputElement).value))}
      />
      <span class="time" dir="ltr" aria-hidden="true">${words}</span>
      ${this.captions.length > 0 ? this.#captionMenu() : nothing}
      <button
        class="plain"
        aria-label=${t(isMuted ? 'player.unmute' : 'player.mute')}
        @click=${() => {
          if (video) video.muted = !isMuted;
        }}
      >
        ${icon(isMuted ? 'mute' : 'speaker', 20)}
      </button>
      <button class="plain" aria-label=${t('player.fullscreen')} @click=${() => this.#fillScreen()}>
        ${icon('fullscreen', 20)}
      </button>`;
  }

  #captionMenu() {
    const { t, captions, shownId } = this;
    const items = [
      { id: '', label: t('player.captionsOff'), isChecked: shownId === undefined },
      ...captions.map(({ id, name }) => ({ id, label: name, isChecked: id === shownId })),
    ];
    return html`<studio-menu
      label=${t('player.captions')}
      .items=${items}
      @choose=${({ detail }: CustomEvent<{ id: string }>) =>
        this.emit('captions', detail.id === '' ? {} : { id: detail.id })}
      ><span class="captions ${shownId === undefined ? '' : 'on'}">${icon('captions', 20)}</span></studio-menu
    >`;
  }

  /** Plays or pauses. The browser may ask for a click first. */
  toggle(): void {
    const { video } = this;
    if (!video) return;
    if (video.paused) void video.play().catch(() => undefined);
    else video.pause();
  }

  #seek(seconds: number): void {
    if (this.video) this.video.currentTime = seconds;
  }

  /** A phone without a full screen for elements fills it with the video. */
  #fillScreen(): void {
    if (document.fullscreenElement) return void document.exitFullscreen();
    const video = this.video as (HTMLVideoElement & { webkitEnterFullscreen?(): void }) | undefined;
    if (this.frame?.requestFullscreen) void this.frame.requestFullscreen().catch(() => undefined);
    else video?.webkitEnterFullscreen?.();
  }
}

/** `1:05` */
function clockText(seconds: number): string {
  const total = Math.floor(seconds);
  return `${Math.floor(total / 60)}:${String(total % 60).padStart(2, '0')}`;
}

define('studio-player-bar', StudioPlayerBar);

declare global {
  interface HTMLElementTagNameMap {
    'studio-player-bar': StudioPlayerBar;
  }
}
