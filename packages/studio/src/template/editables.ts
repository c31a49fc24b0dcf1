import type { components, TemplateStyleVersion } from '@framepress/client';
import { css, html, nothing } from 'lit';
import { AppElement, define } from '../components/base.ts';
import { customProperties } from '../components/custom-properties.ts';
import '../components/empty-state.ts';
import { durationText, factsText, listText, sizeText } from '../components/format.ts';
import { icon } from '../components/icons.ts';
import { nameText } from '../words.ts';

type Editable = components['schemas']['Editable'];

/** What can be filled, each with its example. */
class StudioEditables extends AppElement {
  static override properties = { version: { attribute: false } };
  static override styles = css`
    ul {
      display: grid;
      gap: 8px;
      margin: 16px 0 0;
      padding: 0;
      list-style: none;
    }
    li {
      display: grid;
      grid-template-columns: minmax(0, 1fr) minmax(0, 260px);
      align-items: center;
      gap: 12px 20px;
      min-height: 76px;
      padding: 12px 16px;
      border: 1px solid var(--fp-line);
      border-radius: var(--fp-radius);
    }
    .head {
      display: grid;
      grid-template-columns: 24px minmax(0, 1fr);
      gap: 4px 12px;
    }
    .head svg {
      color: var(--fp-muted);
    }
    h2 {
      font-size: 0.9375rem;
    }
    .facts {
      grid-column: 2;
      color: var(--fp-muted);
      font-size: 0.8125rem;
      overflow-wrap: anywhere;
    }
    .example {
      min-width: 0;
      overflow-wrap: anywhere;
    }
    .text {
      white-space: pre-line;
    }
    img,
    video {
      display: block;
      max-width: 100%;
      height: 72px;
      border-radius: 6px;
      background: var(--fp-raised);
      object-fit: contain;
    }
    audio {
      display: block;
      width: 100%;
      height: 40px;
    }
    .color {
      display: flex;
      align-items: center;
      gap: 8px;
    }
    .color::before {
      content: '';
      width: 28px;
      height: 28px;
      border: 1px solid var(--fp-field-line);
      border-radius: 6px;
      background: var(--color);
    }
    @media (max-width: 600px) {
      li {
        grid-template-columns: minmax(0, 1fr);
      }
    }
  `;

  declare version: TemplateStyleVersion;

  override render() {
    const { t } = this;
    const entries = Object.entries(this.version.editables);
    const { isAdmin } = this.app.session;
    if (entries.length === 0) {
      return html`<studio-empty-state icon="text" heading=${t('editables.none')}
        >${t(isAdmin ? 'template.makeEditableText' : 'template.askAdmin')}${
          isAdmin
            ? html`<a class="button primary" slot="actions" href="#/make-editable/${this.version.id}"
                >${t('template.makeEditable')}</a
              >`
            : nothing
        }</studio-empty-state
      >`;
    }
    return html`<p class="muted">${t('editables.lead', { count: entries.length })}</p>
      <ul>
        ${entries.map(([name, editable]) => this.#editable(name, editable))}
      </ul>`;
  }

  #editable(name: string, editable: Editable) {
    const { t } = this;
    const { label, input_type: type } = editable;
    return html`<li>
      <div class="head">
        ${icon(type, 20)}
        <h2 dir="auto">${nameText(label, name)}</h2>
        <div class="facts">
          ${factsText(this.#facts(editable), this.app.lang)}
          <div>${t('editables.name', { name })}</div>
        </div>
      </div>
      <div class="example">${this.#example(name, editable)}</div>
    </li>`;
  }

  /** Returns the facts of an editable; a time only if it is shown for some time. */
  #facts(editable: Editable): string[] {
    const { t, lang } = this.app;
    const { input_type: type, required, start, end, width, height, duration } = editable;
    const seconds = (value: number) => durationText(value, lang);
    return [
      t(`kind.${type}`),
      t(required ? 'editables.required' : 'editables.optional'),
      ...(width && height ? [t('editables.size', { size: sizeText(width, height) })] : []),
      ...(editable.max_length ? [t('editables.length', { count: editable.max_length })] : []),
      ...(duration ? [t('editables.duration', { duration: seconds(duration) })] : []),
      ...(end > start ? [t('editables.shown', { start: seconds(start), end: seconds(end) })] : []),
    ];
  }

  /** The example as its kind is shown best: color, file, value, or text. */
  #example(name: string, editable: Editable) {
    const { t } = this;
    const { input_type: type, example_text: text, example_url: url, label, fonts } = editable;
    const { example_value: value } = editable;
    const alt = t('editables.play', { name: nameText(label, name) });
    if (type === 'color' && text) {
      const color = text.startsWith('#') ? text : `#${text}`;
      return html`<span class="color" ${customProperties({ '--color': color })}>${color}</span>`;
    }
    if (type === 'image' && url) return html`<img src=${url} alt=${alt} loading="lazy" />`;
    if (type === 'video' && url) {
      return html`<video src=${url} aria-label=${alt} controls muted preload="metadata"></video>`;
    }
    if (type === 'audio' && url) {
      return html`<audio src=${url} aria-label=${alt} controls preload="none"></audio>`;
    }
    if (value !== undefined) {
      const point = typeof value === 'object' ? `${value.x}, ${value.y}` : String(value);
      return html`<span class="text" dir="auto">${point}</span>`;
    }
    const shownText = text ?? (fonts && listText(fonts, this.app.lang));
    return shownText
      ? html`<span class="text" dir="auto">${shownText}</span>`
      : html`<span class="muted">${type === 'text' ? nothing : t('editables.noExample')}</span>`;
  }
}

define('studio-editables', StudioEditables);
