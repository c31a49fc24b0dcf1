import type { Composition, Player } from '@framepress/player';
import { css, html, nothing, type PropertyValues } from 'lit';
import type { AppContext } from '../app-context.ts';
import { AppElement, define } from '../components/base.ts';
import { customProperties } from '../components/custom-properties.ts';
import '../components/error-box.ts';
import { durationText } from '../components/format.ts';
import { icon } from '../components/icons.ts';
import type { RowMapping } from './row-mapping.ts';

type Mapping = NonNullable<Parameters<AppContext['client']['stills']['create']>[0]['mapping']>;

const TYPING_MS = 250;
/** Frames per second before the first composition is there. */
const DEFAULT_FPS = 30;

/** The exact video that a row becomes, drawn in the browser while the row changes. */
class StudioRowPreview extends AppElement {
  static override properties = {
    mapping: { attribute: false },
    row: { type: Number },
    duration: { type: Number },
    ratio: {},
    frame: { state: true },
    video: { state: true },
    isPlaying: { state: true },
    error: { state: true },
    isBusy: { state: true },
  };
  static override styles = css`
    .frame {
      position: relative;
      width: 100%;
      max-height: 60vh;
      aspect-ratio: var(--ratio, 16 / 9);
      border-radius: 10px;
      background: var(--fp-raised);
      overflow: hidden;
    }
    .player,
    .none {
      position: absolute;
      inset: 0;
    }
    .player > * {
      display: block;
      width: 100%;
      height: 100%;
      object-fit: contain;
    }
    .none {
      display: grid;
      place-items: center;
      padding: 16px;
      text-align: center;
    }
    .moment {
      display: grid;
      grid-template-columns: auto auto minmax(0, 1fr) auto;
      align-items: center;
      gap: 10px;
      min-height: 36px;
      margin-block-start: 8px;
    }
    .moment button {
      padding: 0 8px;
    }
    .moment output {
      min-width: 4em;
      color: var(--fp-muted);
      font-size: 0.8125rem;
      text-align: end;
    }
    input[type='range'] {
      width: 100%;
    }
    [role='status'] {
      min-height: 1.5em;
      color: var(--fp-muted);
      font-size: 0.8125rem;
    }
  `;

  declare mapping: RowMapping | undefined;
  declare row: number;
  /** Length of the video in seconds. */
  declare duration: number;
  /** `16 / 9` */
  declare ratio: string;
  /** Undefined until a person chooses a moment or plays. */
  declare frame: number | undefined;
  /** Of the composition that is shown. */
  declare video: Composition['video'] | undefined;
  declare isPlaying: boolean;
  declare error: unknown;
  declare isBusy: boolean;
  #composed = '';
  #composing: AbortController | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #player: Player | undefined;
  /** Of the frames that the service draws for browsers without WebAssembly. */
  #shown: RowMapping | undefined;

  constructor() {
    super();
    this.row = 1;
    this.duration = 0;
    this.ratio = '16 / 9';
    this.isPlaying = false;
    this.isBusy = false;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
    this.#composing?.abort();
    this.#player?.dispose();
    this.#player = undefined;
    this.video = undefined;
    this.#composed = '';
  }

  /** Composes when the mapping differs from the last one, after the person has stopped typing. */
  protected override updated(changed: PropertyValues<this>): void {
    if (!changed.has('mapping')) return;
    const { mapping } = this;
    const mappingText = mapping ? JSON.stringify(mapping) : '';
    if (mappingText === this.#composed) return;
    this.#composed = mappingText;
    clearTimeout(this.#timer);
    if (mapping) this.#timer = setTimeout(() => void this.#compose(mapping), TYPING_MS);
  }

  override render() {
    const { app, row, isBusy, isPlaying, video } = this;
    const { t, lang } = app;
    const seconds = durationText(this.#frame / this.#fps, lang);
    const name = t(isPlaying ? 'newBatch.pause' : 'newBatch.play');
    return html`<div class="frame" ${customProperties({ '--ratio': this.ratio })}>
        <div class="player" role="img" aria-label=${t('newBatch.previewAlt', { row })}></div>
        ${
          video || this.mapping
            ? nothing
            : html`<span class="none muted">${t('newBatch.previewNone')}</span>`
        }
      </div>
      <div class="moment">
        <button class="plain" aria-label=${name} ?disabled=${!video} @click=${this.#toggle}>
          ${icon(isPlaying ? 'pause' : 'play')}
        </button>
        <label for="at">${t('newBatch.moment')}</label>
        <input
          id="at"
          type="range"
          dir="ltr"
          min="0"
          max=${this.#last}
          step="1"
          .value=${String(this.#frame)}
          aria-valuetext=${seconds}
          @input=${(event: Event) => {
            const frame = Number((event.target as HTMLInputElement).value);
            this.frame = frame;
            void this.#player?.seek(frame);
          }}
        />
        <output>${seconds}</output>
      </div>
      <div role="status">${isBusy ? t('newBatch.previewing') : nothing}</div>
      <studio-error-box .t=${t} .error=${this.error}></studio-error-box>`;
  }

  get #fps(): number {
    return this.video?.fps ?? DEFAULT_FPS;
  }

  get #last(): number {
    return Math.max(1, (this.video?.frame_count ?? this.duration * this.#fps) - 1);
  }

  /** In the middle at first: the beginning of a template is often empty. */
  get #frame(): number {
    return Math.min(this.frame ?? Math.round(this.#last / 2), this.#last);
  }

  #toggle = () => {
    if (this.isPlaying) this.#player?.pause();
    else void this.#player?.play();
  };

  /** Shows the newest state. The last frame stays until the new one is there. */
  async #compose(mapping: RowMapping): Promise<void> {
    this.#composing?.abort();
    const composing = new AbortController();
    this.#composing = composing;
    const { signal } = composing;
    this.isBusy = true;
    try {
      const [composition, player] = await Promise.all([
        this.#composition(mapping, signal),
        this.#ready(),
      ]);
      if (signal.aborted) return;
      this.#shown = mapping;
      this.video = composition.video;
      // A new player has no frame yet.
      if (!player.isPlaying && player.frame !== this.#frame) void player.seek(this.#frame);
      await player.load(composition);
      this.error = undefined;
    } catch (error) {
      if (!signal.aborted) this.error = error;
    } finally {
      if (this.#composing === composing) this.isBusy = false;
    }
  }

  /** Returns the composition of a mapping. Throws if the service refuses the entries of the row. */
  async #composition(mapping: RowMapping, signal: AbortSignal): Promise<Composition> {
    // The service checks the entries of a row.
    const body = { mapping: mapping as Mapping };
    const { composition } = await this.app.client.raw('post', '/v2/compositions', { body, signal });
    const { engine } = composition;
    return { ...composition, engine: engine ?? '' };
  }

  /** Returns the player, whose engine is loaded when it is needed first. */
  async #ready(): Promise<Player> {
    const { Player } = await import('@framepress/player');
    const container = this.renderRoot.querySelector<HTMLElement>('.player');
    if (!container || !this.isConnected) throw new DOMException('The page is left.', 'AbortError');
    this.#player ??= this.#followPlayer(
      new Player({
        container,
        server: this.app.server,
        fetchFile: (url, signal) => this.app.fetch(url, { signal }),
        drawStill: (frame, width, signal) => this.#drawStill(frame, width, signal),
      }),
    );
    return this.#player;
  }

  /** Follows the events of a new player, and returns it. */
  #followPlayer(player: Player): Player {
    player.addEventListener('frame', ({ detail }) => {
      if (this.isPlaying) this.frame = detail.frame;
    });
    player.addEventListener('play', () => {
      this.isPlaying = true;
    });
    player.addEventListener('pause', () => {
      this.isPlaying = false;
      this.frame = player.frame;
    });
    player.addEventListener('error', ({ detail }) => {
      this.error = detail.error;
    });
    return player;
  }

  /** The service draws for browsers that cannot run the engine. */
  #drawStill(frame: number, width: number, signal: AbortSignal): Promise<Blob> {
    const { stills } = this.app.client;
    const body = { mapping: this.#shown, at: frame / this.#fps, width, format: 'jpeg' };
    return Promise.resolve(stills.create(body as Parameters<typeof stills.create>[0], { signal }));
  }
}

define('studio-row-preview', StudioRowPreview);
