import { html } from 'lit';
import { define } from '../../components/define.ts';
import { PageElement } from '../../components/page-element.ts';

export class SettingsPage extends PageElement {
  override render() {
    return html`<div class="page-head"><h1>${this.t('settings.title')}</h1></div>`;
  }
}

define('studio-settings-page', SettingsPage);
