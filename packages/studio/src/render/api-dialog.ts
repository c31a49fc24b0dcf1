import type { RenderSession } from '@framepress/client';
import { html } from 'lit';
import { define } from '../components/base.ts';
import '../components/code-block.ts';
import { DialogElement } from '../components/dialog.ts';
import '../components/tabs.ts';
import { codeSamples } from './api-call.ts';

/** A session as a call of the API. */
class StudioApiDialog extends DialogElement {
  static override properties = { session: { attribute: false }, language: { state: true } };

  declare session: RenderSession;
  declare language: string;

  constructor() {
    super();
    this.language = 'curl';
  }

  protected override get isWide() {
    return true;
  }

  protected override headingText() {
    return this.t('render.apiTitle');
  }

  protected override content() {
    const { t, app } = this;
    const samples = codeSamples(app.server, this.session);
    return html`<p class="muted">${t('render.apiText')}</p>
      <studio-tabs
        label=${t('render.apiTitle')}
        .tabs=${samples.map(({ id, label }) => ({ id, label }))}
        selected=${this.language}
        @select=${(event: CustomEvent<{ id: string }>) => {
          this.language = event.detail.id;
        }}
      >
        ${samples.map(
          ({ id, label, code }) => html`<studio-code-block
            slot=${id}
            .t=${t}
            label=${label}
            .code=${code}
          ></studio-code-block>`,
        )}
      </studio-tabs>`;
  }
}

define('studio-api-dialog', StudioApiDialog);
