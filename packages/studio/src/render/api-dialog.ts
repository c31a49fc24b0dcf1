import type { RenderSession } from '@framepress/client';
import { html, LitElement } from 'lit';
import type { AppContext } from '../app-context.ts';
import { base, define } from '../components/base.ts';
import '../components/code-block.ts';
import '../components/dialog.ts';
import '../components/tabs.ts';
import { codeSamples } from './api-call.ts';

/** A session as a call of the API. It fires `close`. */
class StudioApiDialog extends LitElement {
  static override properties = {
    app: { attribute: false },
    session: { attribute: false },
    open: { type: Boolean },
    language: { state: true },
  };
  static override styles = base;

  declare app: AppContext;
  declare session: RenderSession;
  declare open: boolean;
  declare language: string;

  constructor() {
    super();
    this.open = false;
    this.language = 'curl';
  }

  override render() {
    const { t, server } = this.app;
    const samples = this.open ? codeSamples(server, this.session) : [];
    return html`<studio-dialog
      wide
      heading=${t('render.apiTitle')}
      close-label=${t('common.close')}
      ?open=${this.open}
      @close=${() => this.dispatchEvent(new CustomEvent('close'))}
    >
      <p class="muted">${t('render.apiText')}</p>
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
      </studio-tabs>
    </studio-dialog>`;
  }
}

define('studio-api-dialog', StudioApiDialog);
