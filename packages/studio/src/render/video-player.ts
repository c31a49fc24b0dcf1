import type { RenderSession } from '@framepress/client';
import type Hls from 'hls.js/light';
import { css, html, nothing, type PropertyValues } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { AppElement, define } from '../components/base.ts';
import { customProperties } from '../components/custom-properties.ts';
import { icon } from '../components/icons.ts';
import '../shared/player-bar.ts';
import type { BarCaptions } from '../shared/player-bar.ts';
import { progressBar, progressWords } from '../shared/status-chip.ts';
import { captionNames } from './caption-names.ts';

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
    still: { attribute: false },
    failure: { state: true },
    track: { state: true },
  };
  static override styles = css`
    .stage {
      padding: clamp(12px, 2.5vw, 32px) clamp(12px, 2.5vw, 32px) 8px;
      border-radius: 16px;
      background: var(--fp-raised);
    }
    .frame {
      position: relative;
      display: grid;
      place-items: center;
      /* As wide as its height permits. */
      width: min(100%, var(--ratio, 16 / 9) * min(66vh, 640px));
      aspect-ratio: var(--ratio, 16 / 9);
      margin-inline: auto;
      border-radius: 10px;
      background: #0d0f13;
      color: #eceef2;
      box-shadow: 0 10px 36px rgb(0 0 0 / 18%);
      overflow: hidden;
    }
    .frame:fullscreen {
      width: 100%;
      border-radius: 0;
    }
    .space {
      min-height: 44px;
    }
    video {
      cursor: pointer;
    }
    video::cue {
      background: rgb(13 15 19 / 78%);
      color: #fff;
    }
    .waiting img {
      filter: brightness(0.55);
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
      margin: 12px;
      padding: 14px 18px;
      border-radius: 10px;
      background: rgb(13 15 19 / 78%);
      text-align: center;
    }
    .progress {
      display: grid;
      gap: 6px;
      min-height: 34px;
      padding-block: 4px 8px;
    }
  `;

  declare session: RenderSession;
  /** Reads the session again: addresses of files expire. */
  declare refresh: () => Promise<void>;
  /** An image of the template, for a video without a frame. */
  declare still: string | undefined;
  declare failure: boolean;
  /** The captions that are shown: their place in the session, and the address of their text in memory. */
  declare track: { id: string; name: string; language: string | null; url: string } | undefined;
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
    this.#showTrack(undefined);
  }

  /** Loads another source. A playlist that is being watched stays when the file is finished. */
  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('session')) return;
    if (changed.get('session') && changed.get('session')?.id !== this.session.id)
      this.#showTrack(undefined);
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
    const poster = session.poster_url ?? session.thumbnails[0] ?? this.still;
    const hasVideo = this.#source !== undefined && !this.failure;
    const isGif = session.video_url !== null && session.outputs[0]?.format === 'gif';
    const name = t('render.player', { title: session.title });
    return html`<div class="stage">
      <div
        class="frame ${hasVideo || isGif ? '' : 'waiting'}"
        ${customProperties({ '--ratio': width && height ? `${width} / ${height}` : undefined })}
      >
        ${
          hasVideo
            ? html`<video
                playsinline
                preload="metadata"
                aria-label=${name}
                poster=${poster ?? nothing}
                @click=${() => this.#bar()?.toggle()}
                @error=${() => void this.#fileFailed(this.#turn)}
                @playing=${() => {
                  this.#tries = 0;
                }}
              >
                ${this.#trackElement()}
              </video>`
            : isGif
              ? html`<img src=${session.video_url ?? ''} alt=${name} />`
              : html`${poster ? html`<img src=${poster} alt="" @load=${this.#takeShape} />` : nothing}
                  <p class="note">${icon('video', 28)} ${this.#note()}</p>`
        }
      </div>
      ${
        hasVideo
          ? html`<studio-player-bar
              .app=${this.app}
              .video=${this.renderRoot.querySelector('video') ?? undefined}
              .frame=${this.renderRoot.querySelector<HTMLElement>('.frame') ?? undefined}
              .seconds=${session.duration}
              .captions=${this.#choosable()}
              .shownId=${this.track?.id}
              @captions=${({ detail }: CustomEvent<{ id?: string }>) =>
                void this.#chooseCaptions(detail.id)}
            ></studio-player-bar>`
          : html`<div class="space"></div>`
      }
      ${this.#progress()}
    </div>`;
  }

  /** The controls need the video, which is there after the first update. */
  protected override updated(): void {
    const bar = this.#bar();
    const video = this.renderRoot.querySelector('video') ?? undefined;
    if (bar && bar.video !== video) this.requestUpdate();
    // A track that is added later is off at first.
    for (const track of video?.textTracks ?? [])
      if (track.mode !== 'showing') track.mode = 'showing';
  }

  /** The captions that the video does not show by itself. */
  #choosable(): BarCaptions[] {
    const { captions } = this.session;
    const names = captionNames(captions, this.t, this.app.lang);
    return captions.flatMap(({ is_burnt: isBurnt }, index) =>
      isBurnt ? [] : [{ id: String(index), name: names[index] ?? '' }],
    );
  }

  #trackElement() {
    const { track } = this;
    if (!track) return nothing;
    // Another address makes another element: a track does not load a second time.
    return keyed(
      track.url,
      html`<track
        kind="captions"
        src=${track.url}
        srclang=${track.language ?? nothing}
        label=${track.name}
      />`,
    );
  }

  /** Shows captions, whose text is read first: a page must not load a track of another host by itself. */
  async #chooseCaptions(id: string | undefined): Promise<void> {
    const name = this.#choosable().find((captions) => captions.id === id)?.name;
    if (id === undefined || name === undefined) return this.#showTrack(undefined);
    const read = async () => {
      const { webvtt_url: url, language } = this.session.captions[Number(id)] ?? {};
      const answer = url === undefined ? undefined : await this.app.fetch(url);
      return answer?.ok ? { language: language ?? null, text: await answer.blob() } : undefined;
    };
    try {
      // Addresses expire.
      const answer = (await read()) ?? (await this.refresh().then(read));
      if (!answer) throw new Error('The captions cannot be read.');
      const { language, text } = answer;
      this.#showTrack({ id, name, language, url: URL.createObjectURL(text) });
    } catch {
      this.app.toast(this.t('player.captionsFailed'), 'error');
    }
  }

  #showTrack(track: StudioVideoPlayer['track']): void {
    if (this.track) URL.revokeObjectURL(this.track.url);
    this.track = track;
  }

  #bar() {
    return this.renderRoot.querySelector('studio-player-bar');
  }

  /** How far the render is, and whether what is finished can be watched. */
  #progress() {
    const { app, session, t } = this;
    const words = progressWords(session, t, app.lang);
    const isWatchable = this.#source?.kind === 'hls' && !this.failure;
    return html`${
      words
        ? html`<div class="progress">${progressBar(session, t)}<span>${words}</span></div>`
        : nothing
    }
      <p class="hint" role="status">
        ${words && isWatchable ? t('render.playsWhileRendering') : nothing}
      </p>`;
  }

  /** Before a video has a size, the stage has the shape of its image. */
  #takeShape = (event: Event) => {
    const image = event.target as HTMLImageElement;
    const frame = this.renderRoot.querySelector<HTMLElement>('.frame');
    if (!this.session.width && image.naturalHeight > 0)
      frame?.style.setProperty('--ratio', `${image.naturalWidth} / ${image.naturalHeight}`);
  };

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
