import type { TemplateStyleVersion } from '@framepress/client';
import { translateFault } from '@framepress/editor/strings';
import { css, html, nothing } from 'lit';
import { define } from '../components/base.ts';
import { DialogElement } from '../components/dialog.ts';
import { errorBox } from '../components/error-box.ts';
import '../components/progress-bar.ts';
import type { Say } from './strings/index.ts';

export type SaveState =
  | { step: 'sending' }
  | { step: 'importing' }
  | { step: 'opening' }
  | { step: 'refused'; version: TemplateStyleVersion }
  | { step: 'failed'; error: unknown };

/** The progress of a new version, or why it cannot be used. It fires `retry` and `close`. */
class StudioSaveDialog extends DialogElement {
  static override properties = { say: { attribute: false }, state: { attribute: false } };
  static override styles = css`
    .form {
      display: grid;
      gap: 14px;
    }
    ul {
      display: grid;
      gap: 10px;
      margin: 0;
      padding-inline-start: 18px;
    }
    li {
      overflow-wrap: anywhere;
    }
  `;

  declare say: Say;
  declare state: SaveState | undefined;

  protected override headingText() {
    const { say, state } = this;
    const isRefused = state?.step === 'refused' || state?.step === 'failed';
    return say(isRefused ? 'save.failed' : 'save.heading');
  }

  protected override content() {
    const { say, state, app } = this;
    if (!state) return nothing;
    if (state.step === 'failed')
      return html`<div class="form">
        ${errorBox(app.t, state.error, () => this.emit('retry'))}
        <p class="hint">${say('save.kept')}</p>
      </div>`;
    if (state.step === 'refused') {
      return html`<div class="form">
        <p>${say('save.refused')}</p>
        <ul>
          ${state.version.report.errors.map((fault) => {
            const { message, hint } = translateFault(fault, app.t);
            return html`<li dir="auto">${message} ${hint ?? nothing}</li>`;
          })}
        </ul>
        <p class="hint">${say('save.kept')}</p>
      </div>`;
    }
    return html`<div class="form" role="status">
      <span>${say(`save.${state.step}`)}</span>
      <studio-progress-bar label=${say('save.heading')}></studio-progress-bar>
    </div>`;
  }
}

define('studio-save-dialog', StudioSaveDialog);
