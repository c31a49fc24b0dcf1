import { css, html, nothing } from 'lit';
import type { Translate } from '../strings/index.ts';
import { define, StudioElement } from './base.ts';
import { copyText } from './clipboard.ts';
import { icon } from './icons.ts';

const COPIED_MS = 2000;

/** Code with a button that copies it: `<studio-code-block .t=${t} label="curl" .code=${text}>`. */
class StudioCodeBlock extends StudioElement {
  static override properties = {
    t: { attribute: false },
    code: { attribute: false },
    label: {},
    result: { state: true },
  };
  static override styles = css`
    .block {
      border: 1px solid var(--fp-line);
      border-radius: var(--fp-radius);
      background: var(--fp-raised);
      overflow: hidden;
    }
    .bar {
      display: flex;
      align-items: center;
      justify-content: space-between;
      gap: 8px;
      padding: 4px 4px 4px 14px;
      padding-inline: 14px 4px;
      border-block-end: 1px solid var(--fp-line);
      color: var(--fp-muted);
      font-size: 0.8125rem;
    }
    pre {
      max-height: 480px;
      margin: 0;
      padding: 14px;
      font: 0.8125rem / 1.55 ui-monospace, monospace;
      direction: ltr;
      text-align: left;
      white-space: pre;
      overflow: auto;
    }
    pre:focus-visible {
      box-shadow: inset 0 0 0 2px var(--fp-accent);
    }
  `;

  declare t: Translate;
  declare code: string;
  declare label: string;
  declare result: 'copied' | 'failed' | undefined;

  constructor() {
    super();
    this.code = '';
    this.label = '';
  }

  override render() {
    const { t, result } = this;
    return html`<div class="block">
      <div class="bar">
        <span>${this.label}</span>
        <button class="plain" @click=${this.#copy}>
          ${icon(result === 'copied' ? 'check' : 'copy', 16)}
          ${result === 'copied' ? t('common.copied') : t('common.copy')}
        </button>
      </div>
      <pre tabindex="0" role="group" aria-label=${this.label}>${this.code}</pre>
      <div role="status" class=${result === 'failed' ? 'bar' : 'visually-hidden'}>
        ${result === 'failed' ? t('common.copyFailed') : result ? t('common.copied') : nothing}
      </div>
    </div>`;
  }

  #copy = async () => {
    this.result = (await copyText(this.code)) ? 'copied' : 'failed';
    setTimeout(() => {
      this.result = undefined;
    }, COPIED_MS);
  };
}

define('studio-code-block', StudioCodeBlock);
