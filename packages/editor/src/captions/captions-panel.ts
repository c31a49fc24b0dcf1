import { html, nothing, type PropertyDeclarations } from 'lit';
import type { Captions, CaptionTrack, Fault, Mapping, Specs, Warning } from '../api/types.ts';
import type { CaptionsEdit } from '../draft/draft.ts';
import { defineElement } from '../fields/field-element.ts';
import { controls, inherited } from '../look/index.ts';
import { translateFault } from '../strings/index.ts';
import './add-captions.ts';
import { withNewCue } from '../cues/cue-edits.ts';
import type { AudioChoice, CaptionInput } from './add-captions.ts';
import { CaptionsElement } from './captions-element.ts';
import { captionsPanelStyles } from './captions-panel-styles.ts';
import './cue-editor.ts';
import { cuesOfText, isTimedText } from '../cues/plain-cues.ts';
import { languageChoices, languageName } from '../languages/languages.ts';
import type { CueEditor, CuesChange } from './cue-editor.ts';
import { downloadCaptions } from './download-captions.ts';
import { icons } from './icons.ts';
import { problemText } from './problem-text.ts';
import { CaptionRefusal, readTrack, textOfFile } from './read-captions.ts';
import './style-picker.ts';
import {
  captionsWith,
  cuesOf,
  isBurnt,
  MAX_TRACKS,
  tracksOf,
  withBurn,
  withCues,
  withStyle,
} from '../cues/tracks.ts';
import type { CaptionFormat } from '../cues/write-captions.ts';
import type { StyleChange } from './style-picker.ts';

const VIEWS = ['texts', 'look', 'more'] as const;
type View = (typeof VIEWS)[number];

/** The service checks the captions that the frame shows. */
const NO_WARNINGS: readonly Warning[] = [];

/** What is being added: the first captions, those in another language, or others in the place of a track. */
type Adding = { language: string | undefined; isReplacing: boolean };

/**
 * The captions of a video in place of the form: their texts and times, their look, and their files. It never changes
 * the captions itself: `captions-edit` has the new ones.
 */
class CaptionsPanel extends CaptionsElement {
  static override properties: PropertyDeclarations = {
    ...CaptionsElement.properties,
    mapping: { attribute: false },
    captions: { attribute: false },
    specs: { attribute: false },
    track: { attribute: false },
    chosenCue: { attribute: false },
    seconds: { attribute: false },
    isPlaying: { attribute: false },
    duration: { attribute: false },
    fps: { attribute: false },
    warnings: { attribute: false },
    faults: { attribute: false },
    isDisabled: { attribute: false },
    view: { state: true },
    adding: { state: true },
    busyText: { state: true },
    problem: { state: true },
    canHear: { state: true },
    said: { state: true },
  };
  static override styles = [inherited, controls, captionsPanelStyles];

  declare mapping: Mapping;
  declare captions: Captions | undefined;
  declare specs: Specs;
  /** The track that is shown. */
  declare track: number;
  declare chosenCue: number;
  /** The time of the frame. */
  declare seconds: number;
  declare isPlaying: boolean;
  declare duration: number;
  declare fps: number;
  declare warnings: readonly Warning[];
  declare faults: readonly Fault[];
  declare isDisabled: boolean;
  declare private view: View;
  declare private adding: Adding | undefined;
  /** What the service is reading. */
  declare private busyText: string;
  declare private problem: string;
  declare private canHear: boolean;
  /** The last event in words, for screen readers. */
  declare private said: string;
  #work: AbortController | undefined;

  constructor() {
    super();
    this.view = 'texts';
    this.busyText = '';
    this.problem = '';
    this.canHear = false;
    this.said = '';
    this.warnings = [];
    this.faults = [];
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.updateComplete.then(() => this.#focus('.back'));
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#work?.abort();
  }

  protected override firstUpdated(): void {
    // Without an answer, the audio is not offered.
    void this.context.api.speech().then(
      ({ transcription }) => {
        this.canHear = transcription?.is_available === true;
      },
      () => undefined,
    );
  }

  get #tracks(): readonly CaptionTrack[] {
    return tracksOf(this.captions);
  }

  get #index(): number {
    return Math.min(this.track, Math.max(0, this.#tracks.length - 1));
  }

  get #track(): CaptionTrack | undefined {
    return this.#tracks[this.#index];
  }

  protected override render(): unknown {
    const { adding } = this;
    const track = this.#track;
    return html`<div class="top">
        <button
          class="plain icon back"
          aria-label=${this.t('panel.back')}
          title=${this.t('panel.back')}
          @click=${() => (adding && track ? this.#endAdding() : this.emit('captions-close'))}
        >
          ${icons.back}
        </button>
        <h3>${this.t(adding && track ? (adding.isReplacing ? 'panel.replace' : 'panel.new_language') : 'panel.title')}</h3>
      </div>
      ${track && !adding ? this.#renderTrack(track) : this.#renderAdding(adding ?? { language: undefined, isReplacing: false })}
      <div class="visually-hidden" role="status">${this.said}</div>`;
  }

  #renderTrack(track: CaptionTrack): unknown {
    return html`${this.#renderTracks()}
      <div class="views" role="tablist" aria-label=${this.t('panel.title')} @keydown=${this.#moveView}>
        ${VIEWS.map(
          (view) =>
            html`<button
              role="tab"
              id="tab-${view}"
              aria-controls="view"
              aria-selected=${view === this.view}
              tabindex=${view === this.view ? 0 : -1}
              @click=${() => {
                this.view = view;
              }}
            >
              ${this.t(`view.${view}`)}
            </button>`,
        )}
      </div>
      <div id="view" class="view ${this.view}" role="tabpanel" aria-labelledby="tab-${this.view}">
        ${
          this.view === 'texts'
            ? this.#renderTexts(track)
            : this.view === 'look'
              ? this.#renderLook(track)
              : this.#renderMore(track)
        }
      </div>`;
  }

  /** The languages. With one, only the button that adds another. */
  #renderTracks(): unknown {
    const tracks = this.#tracks;
    if (tracks.length < 2) return nothing;
    return html`<div class="tracks" role="group" aria-label=${this.t('panel.languages')}>
      ${tracks.map(
        (track, at) =>
          html`<button
            class="track"
            aria-pressed=${at === this.#index}
            @click=${() => this.emit('captions-track', { track: at })}
          >
            ${isBurnt(tracks, at) ? icons.video : icons.beside}
            <bdi>${this.#nameOf(track, at)}</bdi>
          </button>`,
      )}
    </div>`;
  }

  #nameOf({ language }: CaptionTrack, at: number): string {
    if (language !== undefined) return languageName(language, this.context.lang);
    return at === 0 ? this.t('panel.own_language') : this.t('panel.track', { number: at + 1 });
  }

  #renderTexts(track: CaptionTrack): unknown {
    const cues = cuesOf(track);
    if (!cues) return this.#renderUnread(track);
    return html`<framepress-cue-editor
      .context=${this.context}
      .cues=${cues}
      .chosenCue=${this.chosenCue}
      .seconds=${this.seconds}
      .isPlaying=${this.isPlaying}
      .duration=${this.duration}
      .fps=${this.fps}
      .textLanguage=${track.language}
      .warnings=${isBurnt(this.#tracks, this.#index) ? this.warnings : NO_WARNINGS}
      .problems=${this.#captionFaults}
      .isDisabled=${this.isDisabled}
      @cues-change=${({ detail }: CustomEvent<CuesChange>) =>
        this.#editTrack(withCues(track, detail.cues), detail.part)}
    ></framepress-cue-editor>`;
  }

  /** The faults of the mapping that are of this track, in the language of the page. */
  get #captionFaults(): string[] {
    const isSingle = !Array.isArray(this.captions);
    const ownPath = isSingle ? '/captions' : `/captions/${this.#index}`;
    return this.faults
      .filter(({ pointer = '' }) => {
        const path = pointer?.replace(/^\/mapping(?=\/)/, '') ?? '';
        return path === '/captions' || path === ownPath || path.startsWith(`${ownPath}/`);
      })
      .map((fault) => {
        const { message, hint } = translateFault(fault, this.context.t);
        return hint ? `${message} ${hint}` : message;
      });
  }

  /** Captions in a file or in audio: their texts are shown when the service has read them. */
  #renderUnread(track: CaptionTrack): unknown {
    const isFromAudio = track.from !== undefined;
    return html`<div class="unread">
      <p>${this.t(isFromAudio ? 'panel.in_audio' : 'panel.in_file')}</p>
      ${this.#captionFaults.map((text) => html`<p class="fault" role="alert" dir="auto">${text}</p>`)}
      ${this.problem ? html`<p class="fault" role="alert" dir="auto">${this.problem}</p>` : nothing}
      ${
        this.isDisabled
          ? nothing
          : this.busyText
            ? html`<progress aria-label=${this.busyText}></progress>
                <button class="small" @click=${this.#cancel}>${this.t('add.cancel')}</button>`
            : html`<div class="row">
                <button class="primary" @click=${() => this.#open(track)}>
                  ${this.t('panel.edit_texts')}
                </button>
                <button @click=${() => this.#beginAdding({ language: track.language, isReplacing: true })}>
                  ${this.t('panel.replace')}
                </button>
              </div>`
      }
    </div>`;
  }

  #renderLook(track: CaptionTrack): unknown {
    const tracks = this.#tracks;
    const isShown = isBurnt(tracks, this.#index);
    const choice = (isVideo: boolean) => {
      const key = isVideo ? 'show.video' : 'show.beside';
      return html`<label class="show">
        <input
          type="radio"
          name="show"
          .checked=${isShown === isVideo}
          ?disabled=${this.isDisabled}
          @change=${() => this.#edit(withBurn(tracks, this.#index, isVideo), 'burn')}
        />
        <span>
          <strong>${this.t(key)}</strong>
          <span class="hint">${this.t(`${key}_hint`)}</span>
        </span>
      </label>`;
    };
    return html`<fieldset class="shows">
        <legend class="visually-hidden">${this.t('show.title')}</legend>
        ${choice(true)} ${choice(false)}
      </fieldset>
      ${
        isShown
          ? html`<framepress-caption-style
              .context=${this.context}
              .trackValue=${track}
              .hasTemplateStyle=${this.#hasTemplateStyle}
              .isDisabled=${this.isDisabled}
              @style-change=${({ detail }: CustomEvent<StyleChange>) =>
                this.#editTrack(withStyle(track, detail.style), detail.part, detail.isCommitted)}
            ></framepress-caption-style>`
          : html`<p class="hint">${this.t('show.no_look')}</p>`
      }`;
  }

  /** Whether the template has its own captions. */
  get #hasTemplateStyle(): boolean {
    return Boolean((this.specs as { captions?: unknown }).captions);
  }

  #renderMore(track: CaptionTrack): unknown {
    const { lang } = this.context;
    const cues = cuesOf(track);
    const download = (format: CaptionFormat, name: string) =>
      html`<button data-format=${format} @click=${() => this.#download(track, format)}>
        ${icons.download} ${name}
      </button>`;
    return html`<label for="language">${this.t('more.language')}</label>
      <select
        id="language"
        ?disabled=${this.isDisabled}
        @change=${(event: Event) => this.#setLanguage(track, (event.target as HTMLSelectElement).value)}
      >
        <option value="" ?selected=${track.language === undefined}>${this.t('panel.own_language')}</option>
        ${languageChoices(lang, [track.language]).map(
          (tag) =>
            html`<option value=${tag} ?selected=${tag === track.language}>${languageName(tag, lang)}</option>`,
        )}
      </select>
      ${
        cues && cues.length > 0
          ? html`<span class="label" id="downloads">${this.t('more.download')}</span>
              <div class="row" role="group" aria-labelledby="downloads">
                ${download('srt', 'SRT')} ${download('vtt', 'WebVTT')}
              </div>`
          : nothing
      }
      ${
        this.isDisabled
          ? nothing
          : html`<div class="acts">
              ${
                this.#tracks.length < MAX_TRACKS
                  ? html`<button
                      data-act="language"
                      @click=${() => this.#beginAdding({ language: '', isReplacing: false })}
                    >
                      ${icons.add} ${this.t('panel.new_language')}
                    </button>`
                  : nothing
              }
              <button
                data-act="replace"
                @click=${() => this.#beginAdding({ language: track.language, isReplacing: true })}
              >
                ${icons.file} ${this.t('panel.replace')}
              </button>
              <button class="remove" data-act="remove" @click=${this.#removeTrack}>
                ${icons.remove} ${this.t('more.remove')}
              </button>
            </div>`
      }`;
  }

  #renderAdding(adding: Adding): unknown {
    const { lang } = this.context;
    const isLanguage = adding.language !== undefined && !adding.isReplacing;
    const first = this.#tracks[0];
    return html`<div class="view adding">
      ${
        isLanguage
          ? html`<label for="new-language">${this.t('more.language')}</label>
              <select
                id="new-language"
                @change=${(event: Event) => {
                  this.adding = { ...adding, language: (event.target as HTMLSelectElement).value };
                }}
              >
                <option value="" ?selected=${adding.language === ''}>${this.t('more.choose_language')}</option>
                ${languageChoices(lang, []).map(
                  (tag) =>
                    html`<option value=${tag} ?selected=${tag === adding.language}>
                      ${languageName(tag, lang)}
                    </option>`,
                )}
              </select>
              ${
                first && cuesOf(first)
                  ? html`<button class="copy" data-act="copy" @click=${() => this.#copyFrom(first)}>
                      ${this.t('more.copy', { language: this.#nameOf(first, 0) })}
                    </button>`
                  : nothing
              }`
          : nothing
      }
      <framepress-add-captions
        .context=${this.context}
        .isBusy=${this.busyText !== ''}
        .busyText=${this.busyText}
        .problem=${this.problem}
        .audioChoices=${this.#audioChoices}
        .canBeEmpty=${!adding.isReplacing}
        @captions-input=${({ detail }: CustomEvent<{ input: CaptionInput }>) => this.#take(detail.input)}
        @captions-cancel=${this.#cancel}
      ></framepress-add-captions>
    </div>`;
  }

  /** What the service can hear words in: the whole audio, and each video and audio of the form. */
  get #audioChoices(): AudioChoice[] {
    if (!this.canHear) return [];
    const named = Object.entries(this.specs.editables)
      .filter(([, { input_type: kind }]) => kind === 'video' || kind === 'audio')
      .map(([name, { label }]) => ({ name, label }));
    return [{ name: 'mix', label: this.t('add.whole_audio') }, ...named];
  }

  #beginAdding(adding: Adding): void {
    this.problem = '';
    this.adding = adding;
    void this.updateComplete.then(() => this.#focus('.back'));
  }

  #endAdding(): void {
    this.#cancel();
    this.problem = '';
    this.adding = undefined;
    void this.updateComplete.then(() => this.#focus(`#tab-${this.view}`));
  }

  #cancel(): void {
    this.#work?.abort();
    this.busyText = '';
  }

  get #editor(): CueEditor | null {
    return this.renderRoot.querySelector<CueEditor>('framepress-cue-editor');
  }

  #focus(selector: string): void {
    this.renderRoot.querySelector<HTMLElement>(selector)?.focus();
  }

  /** Reports other tracks. Edits of the same part that follow each other are undone together. */
  #edit(tracks: readonly CaptionTrack[], part: string, isCommitted = true): void {
    const detail: Omit<CaptionsEdit, 'atMs'> = {
      captions: captionsWith(tracks),
      part,
      isCommitted,
    };
    this.emit('captions-edit', detail);
  }

  #editTrack(track: CaptionTrack, part: string, isCommitted = true): void {
    const index = this.#index;
    this.#edit(this.#tracks.with(index, track), `${index} ${part}`, isCommitted);
  }

  #moveView(event: KeyboardEvent): void {
    const isBackward =
      event.key === (this.context.direction === 'rtl' ? 'ArrowRight' : 'ArrowLeft');
    const isForward = event.key === (this.context.direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight');
    if (!isBackward && !isForward) return;
    event.preventDefault();
    const at = VIEWS.indexOf(this.view) + (isForward ? 1 : VIEWS.length - 1);
    this.view = VIEWS[at % VIEWS.length] ?? 'texts';
    void this.updateComplete.then(() => this.#focus(`#tab-${this.view}`));
  }

  #setLanguage(track: CaptionTrack, language: string): void {
    const { language: _, ...others } = track;
    this.#editTrack(language === '' ? others : { ...others, language }, 'language');
  }

  /** Begins captions in another language with the texts and times of the first ones. */
  #copyFrom(first: CaptionTrack): void {
    const cues = (cuesOf(first) ?? []).map(({ words: _, ...cue }) => cue);
    this.#finishAdding({ source: { cues } });
  }

  #removeTrack(): void {
    const otherTracks = this.#tracks.toSpliced(this.#index, 1);
    this.#edit(otherTracks, 'remove');
    this.emit('captions-track', { track: 0 });
    this.view = 'texts';
    this.said = this.t('said.removed_all');
    void this.updateComplete.then(() => this.#focus('.back'));
  }

  /** Takes new captions, in the place of a track or behind the others. */
  #finishAdding({ source, from, prompt }: CaptionTrack): void {
    const { language, isReplacing } = this.adding ?? {};
    const tracks = this.#tracks;
    const content = {
      ...(source && { source }),
      ...(from !== undefined && { from }),
      ...(prompt ? { prompt } : {}),
    };
    if (isReplacing && this.#track) {
      const { language: ownLanguage, burn, style } = this.#track;
      const options = {
        ...(ownLanguage !== undefined && { language: ownLanguage }),
        ...(burn !== undefined && { burn }),
        ...(style !== undefined && { style }),
      };
      this.#editTrack({ ...content, ...options }, `replace ${Date.now()}`);
    } else {
      const track = { ...content, ...(language ? { language } : {}) };
      this.#edit([...tracks, tracks.length > 0 ? { ...track, burn: false } : track], 'new');
      this.emit('captions-track', { track: tracks.length });
    }
    this.adding = undefined;
    this.view = 'texts';
    const cues = source?.cues ?? [];
    this.said = this.t('said.new', { count: cues.length });
    void this.updateComplete.then(() =>
      cues.length === 1 && cues[0]?.text === ''
        ? this.#editor?.focusText(0)
        : this.#focus('#tab-texts'),
    );
  }

  #take(input: CaptionInput): void {
    const language = this.adding?.language || this.#track?.language;
    if (input.kind === 'empty') {
      const { cues } = withNewCue([], this.seconds, this.duration);
      this.#finishAdding({ source: { cues } });
    } else if (input.kind === 'audio') {
      const { from, prompt } = input;
      const track = { from, ...(prompt && { prompt }), ...(language && { language }) };
      void this.#read(this.t('add.hearing'), async () => track);
    } else if (input.kind === 'text') this.#takeText(input.text, language);
    else {
      const { file } = input;
      void this.#read(this.t('add.reading'), async () => {
        const text = await textOfFile(file);
        if (isTimedText(text)) return { source: { text } };
        const cues = cuesOfText(text, this.duration, language);
        if (cues.length === 0) throw new CaptionRefusal('read.none');
        return { source: { cues } };
      });
    }
  }

  #takeText(text: string, language: string | undefined): void {
    if (isTimedText(text)) {
      void this.#read(this.t('add.reading'), async () => ({ source: { text } }));
      return;
    }
    this.#finishAdding({ source: { cues: cuesOfText(text, this.duration, language) } });
  }

  /** Makes cues of the captions of a file or of audio, in their place. */
  async #open(track: CaptionTrack): Promise<void> {
    const index = this.#index;
    await this.#run(this.t('add.reading'), async (signal) => {
      const read = await readTrack(this.context.api, this.mapping, track, signal);
      if (read === track) this.problem = this.t('read.only_file');
      else this.#edit(this.#tracks.with(index, read), `${index} open`);
    });
  }

  /** Reads captions that `make` finds, and takes them. What was there before stays if they have faults. */
  async #read(text: string, make: () => Promise<CaptionTrack>): Promise<void> {
    await this.#run(text, async (signal) => {
      const newTrack = await make();
      const isRead = newTrack.source?.cues !== undefined;
      const { language: _, ...track } = isRead
        ? newTrack
        : await readTrack(this.context.api, this.mapping, newTrack, signal);
      if (!signal.aborted) this.#finishAdding(track);
    });
  }

  /** Runs work that can be canceled. A newer one ends it. Failures become the problem that is shown. */
  async #run(text: string, act: (signal: AbortSignal) => Promise<void>): Promise<void> {
    this.#work?.abort();
    this.#work = new AbortController();
    const { signal } = this.#work;
    this.problem = '';
    this.busyText = text;
    try {
      await act(signal);
    } catch (error) {
      if (!signal.aborted)
        this.problem = problemText(error, { words: (key) => this.t(key), t: this.context.t });
    } finally {
      if (this.#work?.signal === signal) this.busyText = '';
    }
  }

  #download(track: CaptionTrack, format: CaptionFormat): void {
    downloadCaptions(track, format);
    this.said = this.t('said.downloaded');
  }
}

defineElement('framepress-captions', CaptionsPanel);
