import type { TemplateStyle, TemplateStyleVersion } from '@framepress/client';
import { css, html, nothing } from 'lit';
import { AppElement, define } from '../components/base.ts';
import { languageText, sizeText } from '../components/format.ts';
import { versionIn } from './details.ts';

/** Chooses a size and a language of a template. It fires `open` with the `id` of the version. */
class StudioVersionChoice extends AppElement {
  static override properties = { choices: { attribute: false }, version: { attribute: false } };
  static override styles = css`
    :host {
      display: grid;
      gap: 14px;
    }
  `;

  /** Hides the element if there is nothing to choose. */
  protected override updated(): void {
    const { choices, version } = this;
    const style = choices.find(({ id }) => id === version.template_style_id);
    // Otherwise an empty element has a gap below it.
    this.hidden = choices.length <= 1 && Object.keys(style?.version_ids ?? {}).length <= 1;
  }
  declare choices: readonly TemplateStyle[];
  declare version: TemplateStyleVersion;

  override render() {
    const { t } = this;
    const { choices, version } = this;
    const style = choices.find(({ id }) => id === version.template_style_id);
    const languages = Object.keys(style?.version_ids ?? {});
    return html`${
      choices.length > 1
        ? html`<div class="field">
            <label for="style">${t('template.style')}</label>
            <select id="style" @change=${this.#chooseStyle}>
              ${choices.map(
                ({ id, name, width, height }) =>
                  html`<option value=${id} ?selected=${id === style?.id}>
                    ${name}${width && height ? ` · ${sizeText(width, height)}` : ''}
                  </option>`,
              )}
            </select>
          </div>`
        : nothing
    }
    ${
      languages.length > 1
        ? html`<div class="field">
            <label for="language">${t('template.language')}</label>
            <select
              id="language"
              @change=${(event: Event) =>
                this.#reportChoice(style?.version_ids[(event.target as HTMLSelectElement).value])}
            >
              ${languages.map(
                (language) =>
                  html`<option value=${language} ?selected=${language === version.language}>
                    ${languageText(language, this.app.lang)}
                  </option>`,
              )}
            </select>
          </div>`
        : nothing
    }`;
  }

  /** Reports the version of another style, in the language of the present one if it has that. */
  #chooseStyle = (event: Event) => {
    const { value } = event.target as HTMLSelectElement;
    const style = this.choices.find(({ id }) => id === value);
    this.#reportChoice(style && versionIn(style, this.version.language));
  };

  #reportChoice(id: string | undefined): void {
    if (id) this.emit('open', { id });
  }
}

define('studio-version-choice', StudioVersionChoice);
