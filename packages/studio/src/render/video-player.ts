import type { RenderSession } from '@framepress/client';
import type Hls from 'hls.js/light';
import { css, html, nothing, type PropertyValues } from 'lit';
import { AppElement, define } from '../components/base.ts';
import { customProperties } from '../components/custom-properties.ts';
import { icon } from '../components/icons.ts';

const PLAYED = ['mp4', 'webm'];
const HLS_TYPE = 'application/vnd.apple.mpegurl';

/** How often a video that cannot be loaded is requested again. The pauses add up to two minutes. */
const MAX_TRIES = 14;
const MAX_PAUSE_MS = 10_000;

type Source = { kind: 'hls' | 'file'; url: string; key: string };

/** The video of a session, which plays over HLS while it is rendered. */
class StudioVideoPlayer extends AppElement {
  static override properties = {
    session: { attribute: false },
    refresh: { attribute: false },
    failure: { state: true },
  };
  static override styles = css`
    .frame {
      position: relative;
      display: grid;
      place-items: center;
      width: 100%;
      aspect-ratio: var(--ratio, 16 / 9);
      max-height: min(70vh, 640px);
      border-radius: 12px;
      background: #0d0f13;
      color: #eceef2;
      overflow: hidden;
    }
    video,
    img {
      position: absolute;
      inset: 0;
      width: 100%;
      height: 100%;
      object-fit: contain;
    }
    .note {
      z-index: 1;
      display: grid;
      justify-items: center;
      gap: 8px;
      max-width: 420px;
      padding: 16px;
      border-radius: 8px;
      background: rgb(13 15 19 / 75%);
      text-align: center;
    }
    .hint {
      min-height: 1.5em;
      margin-block-start: 6px;
    }
  `;

  declare session: RenderSession;
  /** Reads the session again: addresses of files expire. */
  declare refresh: () => Promise<void>;
  declare failure: boolean;
  #source: Source | undefined;
  #hls: Hls | undefined;
  #turn = 0;
  /** Requests of the video that failed since it played last. */
  #tries = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.failure = false;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#turn += 1;
    clearTimeout(this.#retry);
    this.#hls?.destroy();
    this.#source = undefined;
  }

  /** Loads another source. A playlist that is being watched stays when the file is finished. */
  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('session')) return;
    const next = sourceOf(this.session);
    if (next?.key === this.#source?.key) return;
    const video = this.renderRoot.querySelector('video');
    // A person who watches what is finished goes on watching; the playlist is complete now.
    const isWatching = video && !video.ended && (video.currentTime > 0 || !video.paused);
    if (isWatching && this.#source?.kind === 'hls' && next?.kind === 'file') return;
    this.#source = next;
    this.failure = false;
    this.#turn += 1;
    this.#tries = 0;
    clearTimeout(this.#retry);
    void this.updateComplete.then(() => this.#load(this.#turn));
  }

  override render() {
    const { session, t } = this;
    const { width, height } = session;
    const poster = session.poster_url ?? session.thumbnails[0];
    const hasVideo = this.#source !== undefined && !this.failure;
    const isGif = session.video_url !== null && session.outputs[0]?.format === 'gif';
    return html`<div
        class="frame"
        ${customProperties({ '--ratio': width && height ? `${width} / ${height}` : undefined })}
      >
        ${
          hasVideo
            ? html`<video
                controls
                playsinline
                preload="metadata"
                aria-label=${t('render.player', { title: session.title })}
                poster=${poster ?? nothing}
                @error=${() => void this.#fileFailed(this.#turn)}
                @playing=${() => {
                  this.#tries = 0;
                }}
              ></video>`
            : isGif
              ? html`<img src=${session.video_url ?? ''} alt=${t('render.player', { title: session.title })} />`
              : html`${poster ? html`<img src=${poster} alt="" />` : nothing}
                  <p class="note">${icon('video', 28)} ${this.#note()}</p>`
        }
      </div>
      <p class="hint" role="status">
        ${hasVideo && this.#source?.kind === 'hls' && session.status.endsWith('_rendering') ? t('render.playsWhileRendering') : nothing}
      </p>`;
  }

  /** Returns why no video is shown. */
  #note(): string {
    const { t, session: person } = this.app;
    const { status, video_url: url } = this.session;
    if (this.failure) return t('render.playFailed');
    if (status === 'draft') return t(person.canEdit ? 'render.draftText' : 'status.draft');
    if (status === 'canceled') return t('render.canceledText');
    if (status.endsWith('_rendering')) return t('render.notYet');
    return url ? t('render.cannotPlay') : t('render.noVideo');
  }

  /** Finds out whether the file cannot be read now, or cannot be played in this browser. */
  async #fileFailed(turn: number): Promise<void> {
    const video = this.renderRoot.querySelector('video');
    if (!video || this.#source?.kind !== 'file' || turn !== this.#turn) return;
    const { url } = this.#source;
    const { currentTime, paused } = video;
    const answer = await this.app.fetch(url, { method: 'HEAD' }).catch(() => undefined);
    if (turn !== this.#turn) return;
    if (answer?.ok) {
      this.failure = true;
      return;
    }
    this.#tryAgain(turn, ({ video_url: fresh }) => {
      if (!fresh) return;
      video.src = fresh;
      video.currentTime = currentTime;
      // The browser may ask for a click first.
      if (!paused) void video.play().catch(() => undefined);
    });
  }

  /**
   * Loads with the addresses of a session that is read again, after a growing pause. Gives up after
   * `MAX_TRIES`.
   */
  #tryAgain(turn: number, load: (session: RenderSession) => void): void {
    if (turn !== this.#turn) return;
    if (++this.#tries > MAX_TRIES) {
      this.failure = true;
      return;
    }
    clearTimeout(this.#retry);
    const pauseMs = Math.min(MAX_PAUSE_MS, 500 * 2 ** this.#tries);
    this.#retry = setTimeout(async () => {
      await this.refresh();
      if (turn === this.#turn) load(this.session);
    }, pauseMs);
  }

  /**
   * Loads the source, a playlist with hls.js. `turn` is that of the source: a newer source ends
   * this one.
   */
  async #load(turn: number): Promise<void> {
    this.#hls?.destroy();
    this.#hls = undefined;
    const video = this.renderRoot.querySelector('video');
    const source = this.#source;
    if (!video || !source) return;
    if (source.kind === 'file') {
      video.src = source.url;
      return;
    }
    try {
      const { default: Hls } = await import('hls.js/light');
      if (turn !== this.#turn) return;
      if (!Hls.isSupported()) {
        // Browsers without Media Source Extensions play HLS themselves.
        if (video.canPlayType(HLS_TYPE) !== '') video.src = source.url;
        else this.failure = true;
        return;
      }
      // From the start: a render in progress is not a live stream.
      const hls = new Hls({ startPosition: 0, enableWorker: false });
      this.#hls = hls;
      hls.on(Hls.Events.ERROR, (_event, { fatal, type, details }) => {
        if (!fatal) return;
        if (type !== Hls.ErrorTypes.NETWORK_ERROR) this.failure = true;
        // A service that starts again goes on with the stream.
        else if (details.startsWith('manifest'))
          this.#tryAgain(turn, ({ hls_url: url }) => hls.loadSource(url ?? source.url));
        else this.#tryAgain(turn, () => hls.startLoad());
      });
      hls.loadSource(source.url);
      hls.attachMedia(video);
    } catch {
      if (turn === this.#turn) this.failure = true;
    }
  }
}

/** Addresses are signed anew in each answer. The key changes only with the file. */
function sourceOf(session: RenderSession): Source | undefined {
  const { status, hls_url: hls, video_url: url, outputs, render } = session;
  const [first] = outputs;
  if (status.endsWith('_rendering') && hls) return { kind: 'hls', url: hls, key: `hls ${render}` };
  if (url && first && PLAYED.includes(first.format))
    return { kind: 'file', url, key: `file ${first.sha256}` };
  return undefined;
}

define('studio-video-player', StudioVideoPlayer);
