import type { TemplateStyleVersion } from '@framepress/client';
import { css, html, LitElement } from 'lit';
import type { AppContext } from '../app-context.ts';
import { base, define } from '../components/base.ts';
import '../components/code-block.ts';
import '../components/error-box.ts';
import { Loader } from '../components/loader.ts';
import '../components/skeleton.ts';

/** The JSON Schema of the version's mapping. */
class StudioSchemaView extends LitElement {
  static override properties = { app: { attribute: false }, version: { attribute: false } };
  static override styles = [
    ...base,
    css`
      p {
        margin-block-end: 12px;
      }
      studio-skeleton {
        height: 480px;
      }
    `,
  ];

  declare app: AppContext;
  declare version: TemplateStyleVersion;
  #schema = new Loader(this, (signal) =>
    this.app.client.versions.schema(this.version.id, { signal }),
  );

  override render() {
    const { t } = this.app;
    const { state } = this.#schema;
    if (state.status === 'failed') {
      return html`<studio-error-box
        .t=${t}
        .error=${state.error}
        can-retry
        @retry=${() => void this.#schema.reload()}
      ></studio-error-box>`;
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
