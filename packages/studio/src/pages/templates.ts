import { html } from 'lit';
import { define } from '../components/define.ts';
import { PageElement } from '../components/page-element.ts';

export class TemplatesPage extends PageElement {
  override render() {
    return html`<div class="page-head"><h1>${this.t('templates.title')}</h1></div>`;
  }
}

define('studio-templates-page', TemplatesPage);
