import { html, nothing, type PropertyDeclarations } from 'lit';
import { defineElement } from '../fields/field-element.ts';
import { controls, inherited } from '../look/index.ts';
import { addCaptionsStyles } from './add-captions-styles.ts';
import { CaptionsElement } from './captions-element.ts';
import { icons } from './icons.ts';

/** Where captions come from. */
export type CaptionInput =
  | { kind: 'file'; file: File }
  | { kind: 'text'; text: string }
  | { kind: 'empty' }
  | { kind: 'audio'; from: string; prompt: string };

/** Audio from which captions can be heard: its name in a mapping, and its label. */
export type AudioChoice = { name: string; label: string };

const ACCEPTED =
  '.srt,.vtt,.ass,.ssa,.json,.txt,text/vtt,text/plain,application/json,application/x-subrip';

/** How captions begin: a file, a text, or the audio. It fires `captions-input`. */
class AddCaptions extends CaptionsElement {
  static override properties: PropertyDeclarations = {
    ...CaptionsElement.properties,
    isBusy: { attribute: false },
    busyText: { attribute: false },
    problem: { attribute: false },
    audioChoices: { attribute: false },
    canBeEmpty: { attribute: false },
    isOver: { state: true },
    hasText: { state: true },
  };
  static override styles = [inherited, controls, addCaptionsStyles];

  declare isBusy: boolean;
  declare busyText: string;
  declare problem: string;
  /** The audio from which the service can hear words; none: it cannot. */
  declare audioChoices: readonly AudioChoice[];
  declare canBeEmpty: boolean;
  declare private isOver: boolean;
  declare private hasText: boolean;

  constructor() {
    super();
    this.isBusy = false;
    this.busyText = '';
    this.problem = '';
    this.audioChoices = [];
    this.canBeEmpty = true;
    this.isOver = false;
    this.hasText = false;
  }

  protected override render(): unknown {
    return html`<div class="inputs">
      ${this.problem ? html`<p class="fault" role="alert" dir="auto">${this.problem}</p>` : nothing}
      ${this.isBusy ? this.#renderBusy() : html`${this.#renderFile()} ${this.#renderText()} ${this.#renderAudio()} ${this.#renderEmpty()}`}
    </div>`;
  }

  #renderBusy(): unknown {
    return html`<div class="busy" role="status">
      <p>${this.busyText}</p>
      <progress aria-label=${this.busyText}></progress>
      <button class="small" @click=${() => this.emit('captions-cancel')}>${this.t('add.cancel')}</button>
    </div>`;
  }

  #renderFile(): unknown {
    return html`<div
      class="drop"
      ?data-over=${this.isOver}
      @dragover=${this.#dragOver}
      @dragleave=${() => {
        this.isOver = false;
      }}
      @drop=${this.#drop}
    >
      <span class="sign">${icons.file}</span>
      <p>
        <strong>${this.t('add.file')}</strong>
        <span class="hint">${this.t('add.file_hint')}</span>
      </p>
      <button data-first @click=${() => this.renderRoot.querySelector<HTMLElement>('#choose')?.click()}>
        ${this.t('add.choose')}
      </button>
      <input
        id="choose"
        type="file"
        hidden
        accept=${ACCEPTED}
        aria-label=${this.t('add.choose')}
        @change=${(event: Event) => {
          const input = event.target as HTMLInputElement;
          const [file] = input.files ?? [];
          // The same file can be chosen again.
          if (file) this.#give({ kind: 'file', file });
          input.value = '';
        }}
      />
    </div>`;
  }

  #renderText(): unknown {
    return html`<form
      class="text"
      @submit=${(event: SubmitEvent) => {
        event.preventDefault();
        const text = this.#text?.value ?? '';
        if (text.trim() !== '') this.#give({ kind: 'text', text });
      }}
    >
      <label for="text">${this.t('add.text')}</label>
      <textarea
        id="text"
        rows="5"
        dir="auto"
        aria-describedby="text-hint"
        @input=${() => {
          this.hasText = this.#text?.value.trim() !== '';
        }}
      ></textarea>
      <div class="row">
        <span class="hint" id="text-hint">${this.t('add.text_hint')}</span>
        <button aria-disabled=${!this.hasText}>${this.t('add.make')}</button>
      </div>
    </form>`;
  }

  #renderAudio(): unknown {
    if (this.audioChoices.length === 0) return nothing;
    return html`<form
      class="text audio"
      @submit=${(event: SubmitEvent) => {
        event.preventDefault();
        const form = event.target as HTMLFormElement;
        const { value: from } = form.querySelector('select') ?? { value: 'mix' };
        const prompt = form.querySelector('input')?.value.trim() ?? '';
        this.#give({ kind: 'audio', from, prompt });
      }}
    >
      <label for="audio">${this.t('add.audio')}</label>
      <select id="audio">
        ${this.audioChoices.map(({ name, label }) => html`<option value=${name}>${label}</option>`)}
      </select>
      <label for="names" class="light">${this.t('add.names')}</label>
      <input id="names" type="text" maxlength="400" autocomplete="off" dir="auto" />
      <div class="row">
        <span class="hint">${this.t('add.audio_hint')}</span>
        <button>${this.t('add.listen')}</button>
      </div>
    </form>`;
  }

  #renderEmpty(): unknown {
    if (!this.canBeEmpty) return nothing;
    return html`<button class="plain small empty" @click=${() => this.#give({ kind: 'empty' })}>
      ${this.t('add.empty')}
    </button>`;
  }

  get #text(): HTMLTextAreaElement | null {
    return this.renderRoot.querySelector('#text');
  }

  /** Without `preventDefault`, the browser would open the file. */
  #dragOver(event: DragEvent): void {
    if (!event.dataTransfer) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
    this.isOver = true;
  }

  #drop(event: DragEvent): void {
    event.preventDefault();
    this.isOver = false;
    const [file] = event.dataTransfer?.files ?? [];
    const text = event.dataTransfer?.getData('text/plain') ?? '';
    if (file) this.#give({ kind: 'file', file });
    else if (text.trim() !== '') this.#give({ kind: 'text', text });
  }

  #give(input: CaptionInput): void {
    this.emit('captions-input', { input });
  }
}

defineElement('framepress-add-captions', AddCaptions);
