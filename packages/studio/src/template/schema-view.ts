import type { TemplateStyleVersion } from '@framepress/client';
import { css, html } from 'lit';
import { AppElement, define } from '../components/base.ts';
import '../components/code-block.ts';
import { errorBox } from '../components/error-box.ts';
import { Loader } from '../components/loader.ts';
import '../components/skeleton.ts';

/** The JSON Schema of the version's mapping. */
class StudioSchemaView extends AppElement {
  static override properties = { version: { attribute: false } };
  static override styles = css`
    p {
      margin-block-end: 12px;
    }
    studio-skeleton {
      height: 480px;
    }
  `;

  declare version: TemplateStyleVersion;
  #schema = new Loader(this, (signal) =>
    this.app.client.versions.schema(this.version.id, { signal }),
  );

  override render() {
    const { t } = this;
    const { state } = this.#schema;
    if (state.status === 'failed') {
      return errorBox(t, state.error, () => this.#schema.reload());
    }
    if (!state.value) return html`<studio-skeleton></studio-skeleton>`;
    return html`<p class="muted">${t('schema.lead')}</p>
      <studio-code-block
        .t=${t}
        label="JSON"
        .code=${JSON.stringify(state.value, null, 2)}
      ></studio-code-block>`;
  }
}

define('studio-schema-view', StudioSchemaView);
