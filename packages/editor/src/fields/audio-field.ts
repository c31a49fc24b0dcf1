import { html, nothing, type PropertyValues } from 'lit';
import { live } from 'lit/directives/live.js';
import type { Entry, Speech, SpeechAbilities } from '../api/types.ts';
import { parseTime, timeText } from '../cues/cue.ts';
import { bytesOf, TooLarge } from '../media/file-bytes.ts';
import type { Playback } from '../media/gain.ts';
import type { MediaFile } from '../media/media-file.ts';
import { MAX_DECODED_BYTES, MAX_DECODED_SECONDS, type Peaks } from '../media/read-peaks.ts';
import { percentText, secondsText, spokenTime } from '../media/time-text.ts';
import { fadesOf, trimOf } from '../media/trim.ts';
import type { StringKey } from '../strings/index.ts';
import type { SpeechChange } from '../voice/voice-box.ts';
import { audioFitNotes } from './audio-fit-notes.ts';
import { defineElement } from './field-element.ts';
import { entryOf } from './image-field.ts';
import { MediaField } from './media-field.ts';
import { startInput } from './start-input.ts';
import './trim-bar.ts';
import type { TrimChange } from './trim-bar.ts';
import './waveform.ts';

/** Longer fades can be written in a mapping. */
const MAX_FADE_SECONDS = 10;

/** Other audio under a speech, in dB: the usual, and what hardly lets it be heard. */
const [USUAL_DUCK, MAX_DUCK] = [9, 24];

type Note = 'audio.no_waveform' | 'audio.unreadable';

/** A field for audio: the file or silence, its trim on a waveform, volume, fades and repetition. */
class AudioField extends MediaField {
  static override properties = {
    ...MediaField.properties,
    blob: { state: true },
    seenSeconds: { state: true },
    note: { state: true },
    isPlaying: { state: true },
    isVoiceOver: { attribute: false },
    abilities: { state: true },
    chosenSource: { state: true },
    isVoiceLoaded: { state: true },
  };
  protected readonly kind = 'audio';
  /** The track for a voice that every template has. It begins where the person wants. */
  declare isVoiceOver: boolean;
  /** What the service can speak, once it is known. */
  declare private abilities: SpeechAbilities['speech'];
  /** Whether the person looks at files or the voice. Undefined: at what the entry has. */
  declare private chosenSource: 'file' | 'voice' | undefined;
  declare private isVoiceLoaded: boolean;
  /** What the waveform is drawn from. */
  declare private blob: Blob | undefined;
  declare private seenSeconds: number | undefined;
  declare private note: Note | undefined;
  declare private isPlaying: boolean;

  constructor() {
    super();
    this.isPlaying = false;
    this.isVoiceOver = false;
    this.isVoiceLoaded = false;
  }

  protected override firstUpdated(): void {
    // Without an answer, the voice is not offered.
    void this.context.api.speech().then(
      ({ speech }) => {
        this.abilities = speech;
      },
      () => undefined,
    );
  }

  protected override willUpdate(changes: PropertyValues): void {
    super.willUpdate(changes);
    if (changes.has('entry') && changes.get('entry') !== undefined) {
      const formerEntry = changes.get('entry') as Entry;
      const wasSpeech = formerEntry?.source?.speech !== undefined;
      // Another kind of entry, such as after undo, shows itself.
      if (wasSpeech !== (this.#speech !== undefined)) this.chosenSource = undefined;
    }
    if (this.#isVoice && !this.isVoiceLoaded)
      void import('../voice/index.ts').then(
        () => {
          this.isVoiceLoaded = true;
        },
        () => undefined,
      );
  }

  /** A voice over has no example. */
  protected override get resetKeys(): { short: StringKey; named: StringKey } {
    return this.isVoiceOver ? { short: 'voice.remove', named: 'voice.remove' } : super.resetKeys;
  }

  get #speech(): Speech | undefined {
    return this.entry?.source?.speech;
  }

  get #canSpeak(): boolean {
    return this.abilities?.is_available === true;
  }

  get #isVoice(): boolean {
    if (this.chosenSource) return this.chosenSource === 'voice';
    return this.#speech !== undefined || (this.isVoiceOver && this.entry === undefined);
  }

  /** A file, or a text that is said where the service has a voice. */
  protected override renderControl(): unknown {
    if (!this.#canSpeak && !this.#speech) return super.renderControl();
    return html`${this.disabled ? nothing : this.#renderChoice()}
      ${this.#isVoice ? this.#renderVoice() : super.renderControl()}
      ${this.isVoiceOver && this.entry?.source ? this.#renderStart() : nothing}`;
  }

  #renderChoice(): unknown {
    const segment = (source: 'file' | 'voice') =>
      html`<label class="segment">
        <input
          class="visually-hidden"
          type="radio"
          name="source"
          value=${source}
          .checked=${live((source === 'voice') === this.#isVoice)}
          @change=${() => {
            this.chosenSource = source;
          }}
        />
        <span>${this.t(source === 'file' ? 'audio.from_file' : 'audio.from_voice')}</span>
      </label>`;
    return html`<div class="segments" role="radiogroup" aria-labelledby="label">
      ${this.isVoiceOver ? [segment('voice'), segment('file')] : [segment('file'), segment('voice')]}
    </div>`;
  }

  #renderVoice(): unknown {
    if (!this.isVoiceLoaded) return html`<p class="hint">${this.t('editor.loading')}</p>`;
    return html`<framepress-voice-box
        .context=${this.context}
        .abilities=${this.abilities}
        .speech=${this.#speech}
        .entryOf=${(speech: Speech) => this.#spokenEntry(speech)}
        .name=${this.name}
        .startSeconds=${this.#startSeconds}
        .isDisabled=${this.disabled}
        @speech-change=${({ detail }: CustomEvent<SpeechChange>) =>
          this.change(detail.speech && this.#spokenEntry(detail.speech), detail.isCommitted)}
        >${this.#speech && !this.disabled ? html`<div class="rows slotted">${this.#renderVolume()}${this.#renderDuck()}</div>` : nothing}</framepress-voice-box
      >`;
  }

  /** The entry that says a speech. Options of the file before are dropped. */
  #spokenEntry(speech: Speech): Entry {
    const dropped = ['trim_start_time', 'trim_strategy', 'loop', 'fade_in', 'fade_out'];
    const options = Object.entries(this.entry?.transform ?? {}).filter(
      ([name]) => !dropped.includes(name),
    );
    return {
      source: { speech },
      ...(options.length > 0 && { transform: Object.fromEntries(options) }),
    };
  }

  /** Where the audio begins in the video. */
  get #startSeconds(): number {
    return this.isVoiceOver ? this.#numberOption('start', 0) : this.editable.start;
  }

  #renderStart(): unknown {
    const start = this.#startSeconds;
    return html`<div class="rows start">
      <label for="voice-start">${this.t('audio.start')}</label>
      <input
        id="voice-start"
        class="wide"
        type="text"
        inputmode="decimal"
        dir="ltr"
        autocomplete="off"
        .value=${timeText(start)}
        ?disabled=${this.disabled}
        @change=${({ target }: Event) => {
          const input = target as HTMLInputElement;
          const seconds = parseTime(input.value);
          if (seconds === undefined) input.value = timeText(start);
          else this.#setOptions({ start: seconds || undefined });
        }}
      />
    </div>`;
  }

  /** Begins with another file, whose length and waveform are not known yet. */
  protected override fileChanged(file: MediaFile | undefined, signal: AbortSignal): void {
    this.blob = undefined;
    this.seenSeconds = undefined;
    this.note = undefined;
    this.isPlaying = false;
    if (file) void this.#readBlob(file, signal);
  }

  /**
   * Reads the file for its waveform. `note` says why there is none: the file is too long, or it
   * cannot be read.
   */
  async #readBlob(file: MediaFile, signal: AbortSignal): Promise<void> {
    const { blob, upload, seconds = 0 } = file;
    const bytes = blob?.size ?? upload?.bytes ?? 0;
    if (bytes > MAX_DECODED_BYTES || seconds > MAX_DECODED_SECONDS) {
      this.note = 'audio.no_waveform';
      return;
    }
    try {
      const read = await bytesOf(file, this.context.api, signal, MAX_DECODED_BYTES);
      if (signal.aborted) return;
      if (read.size > MAX_DECODED_BYTES) throw new TooLarge();
      this.blob = read;
    } catch (error) {
      if (signal.aborted) return;
      this.note = error instanceof TooLarge ? 'audio.no_waveform' : 'audio.unreadable';
    }
  }

  /** Keeps volume, fades and loop. A trim belongs to the file before and is dropped. */
  protected override entryFor(source: Record<string, string>): Entry {
    const { trim_start_time: _, trim_strategy: __, ...otherOptions } = this.entry?.transform ?? {};
    return entryOf(source, otherOptions);
  }

  protected override renderMedia(): unknown {
    const { file } = this;
    const isSilent = this.entry === null || this.entry?.source === null;
    return html`${
      isSilent ? html`<p class="hint">${this.t('audio.silent')}</p>` : nothing
    }${file && !isSilent ? this.#renderFile(file) : nothing}`;
  }

  protected override renderSources(): unknown {
    const isSilent = this.entry === null;
    return html`${super.renderSources()}
      <label class="check">
        <input
          type="checkbox"
          .checked=${isSilent}
          @change=${(event: Event) =>
            this.change((event.target as HTMLInputElement).checked ? null : undefined)}
        />
        ${this.t('audio.silence')}
      </label>`;
  }

  #renderFile(file: MediaFile): unknown {
    const { t } = this.context;
    const fileSeconds = file.seconds ?? this.seenSeconds;
    const isFixed = this.disabled || file.isExample;
    const playback = this.#playback(fileSeconds ?? 1);
    const start = this.#numberOption('trim_start_time', 0);
    const isTimeless = this.note !== undefined && fileSeconds === undefined;
    return html`${
      isTimeless
        ? isFixed
          ? nothing
          : startInput(start, t, (chosen) => this.#setStart(chosen, true))
        : this.#renderTimeLine(fileSeconds, isFixed, playback)
    }
      <div class="sources">
        <button class="small" @click=${() => this.#toggleListening(playback.start, playback.end)}>
          ${t(this.isPlaying ? 'audio.stop' : 'audio.listen')}
        </button>
        <p class="name"><bdi>${file.isExample ? t('field.example') : file.name}</bdi></p>
      </div>
      <audio
        hidden
        preload="none"
        src=${this.#listenUrl(file)}
        @timeupdate=${this.#stopAtEnd}
        @pause=${() => {
          this.isPlaying = false;
        }}
      ></audio>
      ${isFixed ? nothing : this.#renderOptions(playback.end - playback.start)}`;
  }

  /**
   * The waveform with the part that is played. It cannot be moved until the file's length is known.
   */
  #renderTimeLine(fileSeconds: number | undefined, isFixed: boolean, playback: Playback): unknown {
    const { t, lang } = this.context;
    return html`<framepress-trim-bar
      .start=${this.#numberOption('trim_start_time', 0)}
      .fileSeconds=${fileSeconds ?? 1}
      .placeSeconds=${this.#isLooped ? undefined : this.editable.duration}
      .label=${t('audio.part')}
      .disabled=${isFixed || fileSeconds === undefined}
      .t=${t}
      .lang=${lang}
      @trim-change=${({ detail }: CustomEvent<TrimChange>) => this.#setStart(detail.start, detail.isCommitted)}
    >
      <framepress-waveform
        .file=${this.blob}
        .playback=${playback}
        @waveform-read=${(event: CustomEvent<Peaks>) => {
          this.seenSeconds = event.detail.seconds;
        }}
        @waveform-failed=${() => {
          this.note = 'audio.unreadable';
        }}
      ></framepress-waveform>
    </framepress-trim-bar>`;
  }

  /** Whether the file is repeated until the end of its place. Then it is played to its end. */
  get #isLooped(): boolean {
    return this.entry?.transform?.['loop'] === true;
  }

  /** Returns a number of the entry's options. */
  #numberOption(name: string, fallback: number): number {
    const value = this.entry?.transform?.[name];
    return typeof value === 'number' ? value : fallback;
  }

  /**
   * How loud the file is played; 1 leaves it as it is. The entry's volume is 0 to 1; without one, it is that of
   * the template, which may be above 1.
   */
  get #volume(): number {
    return this.#numberOption('volume', this.editable.volume ?? 1);
  }

  /**
   * Returns the part of the file that is played and how loud, in seconds of the file. The fades are
   * in seconds of the place.
   */
  #playback(fileSeconds: number) {
    const placeSeconds = this.editable.duration;
    const { start, end } = trimOf(this.#numberOption('trim_start_time', 0), {
      fileSeconds,
      placeSeconds: this.#isLooped ? undefined : placeSeconds,
    });
    const [fadeIn, fadeOut] = [this.#numberOption('fade_in', 0), this.#numberOption('fade_out', 0)];
    // Fades belong to the place, which may be longer than the file.
    return { fileSeconds, start, end, volume: this.#volume, fadeIn, fadeOut };
  }

  #renderOptions(playedSeconds: number): unknown {
    const max = Math.min(MAX_FADE_SECONDS, this.editable.duration ?? playedSeconds);
    return html`<div class="rows">
        ${this.#renderVolume()}
        ${this.#renderFade('fadeIn', 'fade_in', 'audio.fade_in', max)}
        ${this.#renderFade('fadeOut', 'fade_out', 'audio.fade_out', max)}
      </div>
      <label class="check">
        <input
          type="checkbox"
          .checked=${this.#isLooped}
          @change=${(event: Event) =>
            this.#setOptions({ loop: (event.target as HTMLInputElement).checked || undefined })}
        />
        ${this.t('audio.loop')}
      </label>`;
  }

  #renderVolume(): unknown {
    const { lang } = this.context;
    const setVolume = (event: Event, isCommitted: boolean) => {
      const volume = numberOf(event) / 100;
      this.#setOptions(
        { volume: volume === (this.editable.volume ?? 1) ? undefined : volume },
        isCommitted,
      );
    };
    return html`<label for="volume">${this.t('audio.volume')}</label>
        <input
          id="volume"
          type="range"
          min="0"
          max="100"
          aria-valuetext=${percentText(this.#volume, lang)}
          .value=${String(Math.round(this.#volume * 100))}
          @input=${(event: Event) => setVolume(event, false)}
          @change=${(event: Event) => setVolume(event, true)}
        />
        <output for="volume">${percentText(this.#volume, lang)}</output>`;
  }

  #duckMax = MAX_DUCK;

  /** How far all other audio goes down while the voice is heard. */
  #renderDuck(): unknown {
    const { lang } = this.context;
    const usual = this.editable.duck ?? USUAL_DUCK;
    const duck = this.#numberOption('duck', usual);
    // The slider does not become shorter while it is moved.
    this.#duckMax = Math.max(this.#duckMax, duck);
    const duckText = `${new Intl.NumberFormat(lang, { signDisplay: 'negative' }).format(-duck)} dB`;
    const setDuck = (event: Event, isCommitted: boolean) => {
      const chosen = numberOf(event);
      this.#setOptions({ duck: chosen === usual ? undefined : chosen }, isCommitted);
    };
    return html`<label for="duck">${this.t('audio.duck')}</label>
        <input
          id="duck"
          type="range"
          min="0"
          max=${this.#duckMax}
          aria-valuetext=${duckText}
          .value=${live(String(duck))}
          @input=${(event: Event) => setDuck(event, false)}
          @change=${(event: Event) => setDuck(event, true)}
        />
        <output for="duck">${duckText}</output>`;
  }

  /**
   * The slider of a fade. A longer fade shortens the other one if both do not fit into the place.
   */
  #renderFade(
    name: 'fadeIn' | 'fadeOut',
    option: 'fade_in' | 'fade_out',
    label: StringKey,
    max: number,
  ): unknown {
    const { lang } = this.context;
    const seconds = this.#numberOption(option, 0);
    const set = (event: Event, isCommitted: boolean) => {
      const newFades = {
        fadeIn: this.#numberOption('fade_in', 0),
        fadeOut: this.#numberOption('fade_out', 0),
      };
      const placeSeconds = this.editable.duration ?? max * 2;
      const fades = fadesOf({ ...newFades, [name]: numberOf(event) }, name, placeSeconds);
      const { fadeIn, fadeOut } = fades;
      this.#setOptions(
        { fade_in: fadeIn || undefined, fade_out: fadeOut || undefined },
        isCommitted,
      );
    };
    return html`<label for=${name}>${this.t(label)}</label>
      <input
        id=${name}
        type="range"
        min="0"
        max=${max}
        step="0.1"
        aria-valuetext=${spokenTime(seconds, lang)}
        .value=${String(seconds)}
        @input=${(event: Event) => set(event, false)}
        @change=${(event: Event) => set(event, true)}
      />
      <output for=${name}>${secondsText(seconds, lang)}</output>`;
  }

  /** Sets the start of the file in seconds. 0 is the default, so that it needs no trim. */
  #setStart(start: number, isCommitted: boolean): void {
    const trim = { trim_strategy: 'manual', trim_start_time: start };
    const none = { trim_strategy: undefined, trim_start_time: undefined };
    this.#setOptions(start === 0 ? none : trim, isCommitted);
  }

  /**
   * Changes options of the entry; undefined removes one. An entry without a source has no options.
   */
  #setOptions(options: Record<string, unknown>, isCommitted = true): void {
    if (!this.entry?.source) return;
    const allOptions = { ...this.entry.transform, ...options };
    const setOptions = Object.entries(allOptions).filter(([, value]) => value !== undefined);
    this.change(entryOf(this.entry.source, Object.fromEntries(setOptions)), isCommitted);
  }

  /** A file that was read is played from the page, also where the page may load no other media. */
  #listenUrl({ url }: MediaFile): string {
    if (this.#listened?.blob !== this.blob) {
      if (this.#listened) URL.revokeObjectURL(this.#listened.url);
      this.#listened = this.blob && { blob: this.blob, url: URL.createObjectURL(this.blob) };
    }
    return this.#listened?.url ?? url;
  }
  #listened: { blob: Blob; url: string } | undefined;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    if (this.#listened) URL.revokeObjectURL(this.#listened.url);
    this.#listened = undefined;
    this.renderRoot.querySelector('audio')?.pause();
  }

  /** Plays a part of the file, in seconds, or stops what is playing. */
  async #toggleListening(start: number, end: number): Promise<void> {
    const audio = this.renderRoot.querySelector('audio');
    if (!audio) return;
    if (!audio.paused) {
      audio.pause();
      return;
    }
    this.#listenEnd = end;
    audio.volume = Math.min(1, this.#volume);
    audio.currentTime = start;
    try {
      await audio.play();
      this.isPlaying = true;
    } catch {
      this.note ??= 'audio.unreadable';
    }
  }
  #listenEnd = 0;

  /** Stops at the end of the part, which a browser checks a few times a second. */
  #stopAtEnd(event: Event): void {
    const audio = event.target as HTMLAudioElement;
    if (audio.currentTime >= this.#listenEnd) audio.pause();
  }

  protected override renderNotes(): unknown {
    const { file } = this;
    const fileSeconds = file?.seconds ?? this.seenSeconds;
    const placeSeconds = this.editable.duration;
    const missing =
      file && !file.isExample && fileSeconds !== undefined && !this.#isLooped
        ? trimOf(this.#numberOption('trim_start_time', 0), { fileSeconds, placeSeconds }).missing
        : 0;
    const { t, lang } = this.context;
    const seconds = secondsText(missing, lang);
    return html`${super.renderNotes()}
      ${audioFitNotes(this.fit, t, lang).map((text) => html`<p class="warning ${this.isFitStale ? 'stale' : ''}">${text}</p>`)}
      ${this.note ? html`<p class="hint">${this.t(this.note)}</p>` : nothing}
      ${missing > 0.1 ? html`<p class="hint">${this.t('audio.short', { seconds })}</p>` : nothing}`;
  }
}

function numberOf(event: Event): number {
  return Number((event.target as HTMLInputElement).value);
}

defineElement('framepress-audio-field', AudioField);
