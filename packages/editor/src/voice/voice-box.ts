import { html, LitElement, nothing, type PropertyDeclarations, type PropertyValues } from 'lit';
import { live } from 'lit/directives/live.js';
import type { Entry, Speech, SpeechAbilities } from '../api/types.ts';
import { messageOf } from '../draft/error-message.ts';
import { defineElement, type FieldContext } from '../fields/field-element.ts';
import { languageName } from '../languages/languages.ts';
import { controls, inherited } from '../look/index.ts';
import type { Values } from '../strings/index.ts';
import { shownText, storedText } from './speech-text.ts';
import { loadVoiceStrings, type VoiceKey, voiceTranslator } from './strings/index.ts';
import { voiceBoxStyles } from './voice-box-styles.ts';
import { VoicePlayback } from './voice-playback.ts';

const MAX_CHARACTERS = 5000;
const SPEED = { min: 0.5, max: 2, step: 0.05, usual: 1 };

/** The detail of `speech-change`. Undefined: nothing is said. */
export type SpeechChange = { speech: Speech | undefined; isCommitted: boolean };

/** What is said: the text with the names of fields in it, the voice, its language and speed. It fires `speech-change`. */
class VoiceBox extends LitElement {
  static override properties: PropertyDeclarations = {
    context: { attribute: false },
    abilities: { attribute: false },
    speech: { attribute: false },
    entryOf: { attribute: false },
    name: {},
    startSeconds: { attribute: false },
    isDisabled: { attribute: false },
    playing: { state: true },
    problem: { state: true },
  };
  static override styles = [inherited, controls, voiceBoxStyles];

  declare context: FieldContext;
  declare abilities: SpeechAbilities['speech'];
  declare speech: Speech | undefined;
  /** Returns the entry of the mapping that says a speech. */
  declare entryOf: (speech: Speech) => Entry;
  /** The editable that speaks. */
  declare name: string;
  /** Where it begins in the video. */
  declare startSeconds: number;
  declare isDisabled: boolean;
  declare private playing: 'no' | 'loading' | 'yes';
  declare private problem: string;
  #playback: VoicePlayback | undefined;

  constructor() {
    super();
    this.playing = 'no';
    this.problem = '';
    this.isDisabled = false;
    this.startSeconds = 0;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#playback?.stop();
  }

  protected override willUpdate(changes: PropertyValues): void {
    if (changes.has('context') && this.context)
      void loadVoiceStrings(this.context.lang).then(() => this.requestUpdate());
    // Another text is not what was heard.
    if (changes.has('speech')) this.problem = '';
  }

  protected override shouldUpdate(): boolean {
    return this.context !== undefined;
  }

  #t(key: VoiceKey, values?: Values): string {
    return voiceTranslator(this.context.lang)(key, values);
  }

  /** Moves the focus to the text. */
  focusText(): void {
    this.renderRoot.querySelector('textarea')?.focus();
  }

  protected override render(): unknown {
    const { speech, isDisabled } = this;
    const texts = this.context.texts ?? [];
    return html`<textarea
        rows="3"
        dir="auto"
        maxlength=${MAX_CHARACTERS}
        aria-label=${this.#t('voice.text')}
        placeholder=${this.#t('voice.placeholder')}
        .value=${live(shownText(speech?.text ?? '', texts))}
        ?disabled=${isDisabled}
        @input=${(event: InputEvent) => this.#type((event.target as HTMLTextAreaElement).value)}
      ></textarea>
      ${texts.length > 0 && !isDisabled ? this.#renderNames() : nothing}
      <div class="play">
        <button
          aria-disabled=${!speech?.text.trim() || this.playing === 'loading'}
          aria-busy=${this.playing === 'loading'}
          @click=${this.#togglePlaying}
        >
          ${this.#t(this.playing === 'yes' ? 'voice.stop' : this.playing === 'loading' ? 'voice.making' : 'voice.listen')}
        </button>
        ${this.abilities?.is_draft ? html`<span class="hint">${this.#t('voice.draft')}</span>` : nothing}
      </div>
      ${this.problem ? html`<p class="fault" role="alert" dir="auto">${this.problem}</p>` : nothing}
      ${this.#renderOptions()}`;
  }

  /** The texts of the form, which stand in the speech as names. */
  #renderNames(): unknown {
    return html`<div class="names" role="group" aria-label=${this.#t('voice.insert')}>
      ${(this.context.texts ?? []).map(
        ({ name, label }) =>
          html`<button
            class="small"
            data-name=${name}
            aria-label=${this.#t('voice.insert_name', { name: label })}
            @click=${() => this.#insert(name)}
          >
            <span aria-hidden="true">+</span> <bdi>${label}</bdi>
          </button>`,
      )}
    </div>`;
  }

  #renderOptions(): unknown {
    const { speech, isDisabled } = this;
    const { lang } = this.context;
    const speed = speech?.speed ?? SPEED.usual;
    const speedText = new Intl.NumberFormat(lang, { maximumFractionDigits: 2 }).format(speed);
    const setSpeed = (event: Event, isCommitted: boolean) => {
      const value = Number((event.target as HTMLInputElement).value);
      this.#set({ speed: value === SPEED.usual ? undefined : value }, isCommitted);
    };
    return html`<div class="rows">
      <label for="voice">${this.#t('voice.voice')}</label>
      <select
        id="voice"
        ?disabled=${isDisabled}
        @change=${(event: Event) => this.#set({ voice: (event.target as HTMLSelectElement).value || undefined })}
      >
        <option value="" ?selected=${!speech?.voice}>${this.#t('voice.automatic')}</option>
        ${this.#voices.map(
          ({ name, label }) =>
            html`<option value=${name} ?selected=${name === speech?.voice}>${label}</option>`,
        )}
      </select>
      <label for="language">${this.#t('voice.language')}</label>
      <select
        id="language"
        ?disabled=${isDisabled}
        @change=${(event: Event) => this.#set({ language: (event.target as HTMLSelectElement).value || undefined })}
      >
        <option value="" ?selected=${!speech?.language}>${this.#t('voice.own_language')}</option>
        ${this.#languages.map(
          (tag) =>
            html`<option value=${tag} ?selected=${tag === speech?.language}>${languageName(tag, lang)}</option>`,
        )}
      </select>
      <label for="speed">${this.#t('voice.speed')}</label>
      <input
        id="speed"
        type="range"
        min=${SPEED.min}
        max=${SPEED.max}
        step=${SPEED.step}
        aria-valuetext="${speedText} ×"
        .value=${live(String(speed))}
        ?disabled=${isDisabled}
        @input=${(event: Event) => setSpeed(event, false)}
        @change=${(event: Event) => setSpeed(event, true)}
      />
      <output for="speed">${speedText} ×</output>
      <slot></slot>
    </div>`;
  }

  /** The voices of the service, and one that a mapping names already. */
  get #voices(): { name: string; label: string }[] {
    const { lang } = this.context;
    const voices = (this.abilities?.voices ?? []).map(({ name, languages }) => {
      const names = languages.filter((tag) => tag !== '*').map((tag) => languageName(tag, lang));
      const isTag = languages.length === 1 && languages[0] === name;
      const label = isTag ? (names[0] ?? name) : [name, ...names].join(' · ');
      return { name, label };
    });
    const { voice } = this.speech ?? {};
    const isKnown = voice === undefined || voices.some(({ name }) => name === voice);
    const list = isKnown ? voices : [...voices, { name: voice, label: voice }];
    return list.toSorted((first, other) => first.label.localeCompare(other.label, lang));
  }

  get #languages(): string[] {
    const { lang } = this.context;
    const tags = (this.abilities?.voices ?? []).flatMap(({ languages }) => languages);
    const { language } = this.speech ?? {};
    const usedTags = [...tags.filter((tag) => tag !== '*'), ...(language ? [language] : [])];
    const { compare } = new Intl.Collator(lang);
    return [...new Set(usedTags)].toSorted((tag, other) =>
      compare(languageName(tag, lang), languageName(other, lang)),
    );
  }

  #type(fieldText: string): void {
    const text = storedText(fieldText, this.context.texts ?? []);
    const isEmpty = text.trim() === '';
    this.#emit(isEmpty ? undefined : { ...this.speech, text }, true);
  }

  /** Puts the name of a text at the cursor. */
  #insert(name: string): void {
    const area = this.renderRoot.querySelector('textarea');
    if (!area) return;
    const label = shownText(`{${name}}`, this.context.texts ?? []);
    area.setRangeText(label, area.selectionStart, area.selectionEnd, 'end');
    this.#type(area.value);
    area.focus();
  }

  #set(options: { [Name in keyof Speech]?: Speech[Name] | undefined }, isCommitted = true): void {
    const merged = { text: '', ...this.speech, ...options };
    const entries = Object.entries(merged).filter(([, value]) => value !== undefined);
    this.#emit(Object.fromEntries(entries) as Speech, isCommitted);
  }

  #emit(speech: Speech | undefined, isCommitted: boolean): void {
    const detail: SpeechChange = { speech, isCommitted };
    this.dispatchEvent(new CustomEvent('speech-change', { detail }));
  }

  /** Lets the service say the text, alone, and plays it. */
  async #togglePlaying(): Promise<void> {
    if (this.playing === 'yes') {
      this.#playback?.stop();
      return;
    }
    const { speech } = this;
    if (!speech?.text.trim() || this.playing === 'loading') return;
    this.#playback ??= new VoicePlayback(() => {
      this.playing = 'no';
    });
    this.playing = 'loading';
    this.problem = '';
    try {
      const { api, mapping } = this.context;
      await this.#playback.play(api, {
        mapping: mapping?.() ?? { template_style_version_id: api.versionId ?? '', resources: {} },
        name: this.name,
        entry: this.entryOf(speech),
        startSeconds: this.startSeconds,
      });
      this.playing = 'yes';
    } catch (error) {
      this.playing = 'no';
      this.problem = messageOf(error, this.context.t);
    }
  }
}

defineElement('framepress-voice-box', VoiceBox);
