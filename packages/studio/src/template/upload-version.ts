import type { TemplateStyleVersion } from '@framepress/client';
import { css, html, nothing } from 'lit';
import { define } from '../components/base.ts';
import { DialogElement } from '../components/dialog.ts';
import '../components/file-drop.ts';
import { ratioText } from '../shared/frame-shape.ts';
import { nameText } from '../words.ts';

const LANGUAGE = /^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*$/;

export type ChosenPackage = { file: File; language: string; isNewSize: boolean };

/**
 * Asks for the package of a new version, its language, and whether it is a new size of the template. It
 * fires `chosen` with `{ file, language, isNewSize }`.
 */
class StudioUploadVersion extends DialogElement {
  static override properties = {
    version: { attribute: false },
    language: { state: true },
    isNewSize: { state: true },
  };
  static override styles = css`
    .form {
      display: grid;
      gap: 14px;
    }
  `;

  declare version: TemplateStyleVersion | undefined;
  declare language: string | undefined;
  declare isNewSize: boolean;

  constructor() {
    super();
    this.isNewSize = false;
  }

  protected override headingText() {
    return this.t('template.uploadVersion');
  }

  protected override content() {
    const { t, version, isNewSize } = this;
    const language = this.language ?? version?.language ?? 'en';
    const isLanguage = LANGUAGE.test(language);
    return html`<div class="form">
        ${version ? this.#sizeChoice(version) : nothing}
        <div class="field">
          <label for="language">${t('template.language')}</label>
          <input
            id="language"
            maxlength="40"
            .value=${language}
            aria-invalid=${!isLanguage}
            aria-describedby="hint"
            @input=${(event: Event) => {
              this.language = (event.target as HTMLInputElement).value.trim();
            }}
          />
          <span class="hint" id="hint">${t('template.languageHint')}</span>
        </div>
        <studio-file-drop
          label=${t('templates.drop')}
          hint=${t('templates.dropHint')}
          accept=".lottie,.zip,.json"
          ?disabled=${!isLanguage}
          @files=${({ detail }: CustomEvent<{ files: File[] }>) => {
            const [file] = detail.files;
            this.emit('chosen', { file, language, isNewSize });
          }}
        ></studio-file-drop>
      </div>`;
  }

  #sizeChoice({ name, width, height }: TemplateStyleVersion) {
    const { t, isNewSize } = this;
    // Names of sizes are often the same.
    const size =
      width && height ? ratioText({ width, height }) : nameText(name, t('common.noName'));
    return html`<div class="field">
      <label for="size">${t('template.style')}</label>
      <select
        id="size"
        aria-describedby="size-hint"
        @change=${(event: Event) => {
          this.isNewSize = (event.target as HTMLSelectElement).value === 'new';
        }}
      >
        <option value="same" ?selected=${!isNewSize}>${size}</option>
        <option value="new" ?selected=${isNewSize}>${t('template.newSize')}</option>
      </select>
      <span class="hint" id="size-hint"
        >${isNewSize ? t('template.newSizeText') : t('template.uploadVersionText', { style: size })}</span
      >
    </div>`;
  }
}

define('studio-upload-version', StudioUploadVersion);
