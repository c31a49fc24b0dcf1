import type { TemplateStyleVersion } from '@framepress/client';
import { css, html } from 'lit';
import { AppElement, define } from '../components/base.ts';
import '../components/code-block.ts';
import '../components/tabs.ts';
import { type CodeLanguage, sampleCode, sampleResources } from './use-it.ts';

const LANGUAGES = [
  { id: 'curl', label: 'curl' },
  { id: 'typescript', label: 'TypeScript' },
  { id: 'python', label: 'Python' },
] as const;

/** Code that renders the version, ready to be copied. */
class StudioCodeSamples extends AppElement {
  static override properties = { version: { attribute: false }, language: { state: true } };
  static override styles = css`
    p {
      margin-block-end: 12px;
    }
  `;

  declare version: TemplateStyleVersion;
  declare language: CodeLanguage;

  constructor() {
    super();
    this.language = 'curl';
  }

  override render() {
    const { t, server } = this.app;
    const { id, name, editables } = this.version;
    const sample = { server, versionId: id, title: name, resources: sampleResources(editables) };
    return html`<p class="muted">${t('code.lead')}</p>
      <studio-tabs
        label=${t('code.tabs')}
        .tabs=${LANGUAGES}
        selected=${this.language}
        @select=${({ detail }: CustomEvent<{ id: CodeLanguage }>) => {
          this.language = detail.id;
        }}
      >
        <studio-code-block
          slot=${this.language}
          .t=${t}
          label=${LANGUAGES.find((each) => each.id === this.language)?.label ?? ''}
          .code=${sampleCode(this.language, sample)}
        ></studio-code-block>
      </studio-tabs>`;
  }
}

define('studio-code-samples', StudioCodeSamples);
