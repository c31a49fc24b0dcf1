import type { TemplateStyleVersion } from '@framepress/client';
import { css, html, LitElement } from 'lit';
import { base } from '../components/base.ts';
import { define } from '../components/define.ts';
import '../components/dialog.ts';
import '../components/file-drop.ts';
import type { Translate } from '../strings/index.ts';

const LANGUAGE = /^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*$/;

/** Asks for the package of a new version and its language. It fires `chosen` and `close`. */
class StudioUploadVersion extends LitElement {
  static override properties = {
    t: { attribute: false },
    version: { attribute: false },
    open: { type: Boolean },
    language: { state: true },
  };
  static override styles = [
    ...base,
    css`
      .form {
        display: grid;
        gap: 14px;
      }
      .field {
        display: grid;
        gap: 4px;
      }
    `,
  ];

  declare t: Translate;
  declare version: TemplateStyleVersion | undefined;
  declare open: boolean;
  declare language: string | undefined;

  override render() {
    const { t, version } = this;
    const language = this.language ?? version?.language ?? 'en';
    const isLanguage = LANGUAGE.test(language);
    return html`<studio-dialog
      heading=${t('template.uploadVersion')}
      close-label=${t('common.close')}
      ?open=${this.open}
      @close=${() => this.dispatchEvent(new CustomEvent('close'))}
    >
      <div class="form">
        <p>${t('template.uploadVersionText', { style: version?.name ?? '' })}</p>
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
            this.dispatchEvent(new CustomEvent('chosen', { detail: { file, language } }));
          }}
        ></studio-file-drop>
      </div>
    </studio-dialog>`;
  }
}

define('studio-upload-version', StudioUploadVersion);
