import type { TemplateStyleVersionSummary } from '@framepress/client';
import { css, html, LitElement, nothing } from 'lit';
import type { AppContext } from '../app-context.ts';
import { base, define } from '../components/base.ts';
import { sizeText } from '../components/format.ts';
import type { TemplateNames } from '../shared/template-names.ts';

/** Chooses a template, and its version when it has several. It fires `version`. */
class StudioTemplateChoice extends LitElement {
  static override properties = {
    app: { attribute: false },
    names: { attribute: false },
    version: { attribute: false },
  };
  static override styles = [
    ...base,
    css`
      .fields {
        display: grid;
        grid-template-columns: repeat(auto-fit, minmax(220px, 1fr));
        gap: 12px;
      }
      .field {
        display: grid;
        gap: 4px;
      }
    `,
  ];

  declare app: AppContext;
  declare names: TemplateNames;
  declare version: TemplateStyleVersionSummary | undefined;

  override render() {
    const { names, version } = this;
    const { t } = this.app;
    const templates = names.templates.filter(({ id }) => this.#versionsOf(id).length > 0);
    const versions = version ? this.#versionsOf(version.template_id) : [];
    return html`<div class="fields">
      <div class="field">
        <label for="template">${t('newBatch.template')}</label>
        <select
          id="template"
          @change=${(event: Event) => {
            const [first] = this.#versionsOf((event.target as HTMLSelectElement).value);
            this.#fire(first);
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
                  this.#fire(names.versions.get((event.target as HTMLSelectElement).value))}
              >
                ${versions.map(
                  (one) => html`<option value=${one.id} .selected=${one.id === version?.id}>
                    ${this.#nameOf(one)}
                  </option>`,
                )}
              </select>
            </div>`
          : nothing
      }
    </div>`;
  }

  /** Versions that can be rendered; the newest of a style and language first. */
  #versionsOf(templateId: string): TemplateStyleVersionSummary[] {
    const seen = new Set<string>();
    return [...this.names.versions.values()].filter((version) => {
      const key = `${version.template_style_id} ${version.language}`;
      const isUsable =
        version.template_id === templateId && version.status === 'edit_ready' && !seen.has(key);
      if (isUsable) seen.add(key);
      return isUsable;
    });
  }

  #nameOf({ name, width, height, language }: TemplateStyleVersionSummary): string {
    const names = new Intl.DisplayNames(this.app.lang, { type: 'language' });
    const size = width && height ? sizeText(width, height) : name;
    return `${size}, ${names.of(language) ?? language}`;
  }

  #fire(version: TemplateStyleVersionSummary | undefined): void {
    if (version) this.dispatchEvent(new CustomEvent('version', { detail: version }));
  }
}

define('studio-template-choice', StudioTemplateChoice);
