import type { TemplateStyleVersionSummary } from '@framepress/client';
import { css, html, nothing } from 'lit';
import { AppElement, define } from '../components/base.ts';
import { sizeText } from '../components/format.ts';
import type { TemplateNames } from '../shared/template-names.ts';

/** Chooses a template, and its version when it has several. It fires `version`. */
class StudioTemplateChoice extends AppElement {
  static override properties = { names: { attribute: false }, version: { attribute: false } };
  static override styles = css`
    .fields {
      display: grid;
      grid-template-columns: repeat(auto-fit, minmax(220px, 1fr));
      gap: 12px;
    }
  `;

  declare names: TemplateNames;
  declare version: TemplateStyleVersionSummary | undefined;

  override render() {
    const { names, version } = this;
    const { t } = this;
    const templates = names.templates.filter(({ id }) => this.#versionsOf(id).length > 0);
    const versions = version ? this.#versionsOf(version.template_id) : [];
    return html`<div class="fields">
      <div class="field">
        <label class="visually-hidden" for="template">${t('newBatch.template')}</label>
        <select
          id="template"
          @change=${(event: Event) => {
            const [first] = this.#versionsOf((event.target as HTMLSelectElement).value);
            this.#reportVersion(first);
          }}
        >
          <option value="" disabled .selected=${!version}>${t('newBatch.chooseTemplate')}</option>
          ${templates.map(
            ({ id, name }) => html`<option value=${id} .selected=${id === version?.template_id}>
              ${name}
            </option>`,
          )}
        </select>
      </div>
      ${
        versions.length > 1
          ? html`<div class="field">
              <label for="version">${t('newBatch.version')}</label>
              <select
                id="version"
                @change=${(event: Event) =>
                  this.#reportVersion(
                    names.versions.get((event.target as HTMLSelectElement).value),
                  )}
              >
                ${versions.map(
                  (
                    choice,
                  ) => html`<option value=${choice.id} .selected=${choice.id === version?.id}>
                    ${this.#versionName(choice)}
                  </option>`,
                )}
              </select>
            </div>`
          : nothing
      }
    </div>`;
  }

  /**
   * Returns the newest version of each style and language that can be rendered. The names have the
   * newest versions first.
   */
  #versionsOf(templateId: string): TemplateStyleVersionSummary[] {
    const styleIds = new Set<string>();
    return [...this.names.versions.values()].filter((version) => {
      const key = `${version.template_style_id} ${version.language}`;
      const isUsable =
        version.template_id === templateId && version.status === 'edit_ready' && !styleIds.has(key);
      if (isUsable) styleIds.add(key);
      return isUsable;
    });
  }

  /** Returns the size and language of a version. Without a size it has its own name. */
  #versionName({ name, width, height, language }: TemplateStyleVersionSummary): string {
    const names = new Intl.DisplayNames(this.app.lang, { type: 'language' });
    const size = width && height ? sizeText(width, height) : name;
    return `${size}, ${names.of(language) ?? language}`;
  }

  #reportVersion(version: TemplateStyleVersionSummary | undefined): void {
    if (version) this.emit('version', version);
  }
}

define('studio-template-choice', StudioTemplateChoice);
