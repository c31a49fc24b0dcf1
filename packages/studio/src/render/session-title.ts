import { css, html } from 'lit';
import type { Translate } from '../strings/index.ts';

/** The longest title that the service takes. */
const MAX_TITLE = 200;

export const titleStyles = css`
  .name h1 {
    flex: auto;
    min-width: 0;
  }
  .name .title {
    flex: 1 1 0;
    width: 0;
    min-width: 0;
    min-height: 40px;
    margin-block: -5px;
    margin-inline-start: -9px;
    padding: 4px 8px;
    border-color: transparent;
    background: none;
    field-sizing: content;
    font-size: 1.5rem;
    font-weight: 650;
    line-height: 1.25;
    letter-spacing: -0.01em;
    overflow-wrap: anywhere;
    text-align: match-parent;
    resize: none;
    cursor: text;
  }
  .name .title:hover:not(:focus) {
    background: var(--fp-raised);
  }
  .name .title:focus {
    border-color: var(--fp-field-line);
    background: var(--fp-surface);
  }
  /* These scripts join their letters. */
  .name .title:is(:lang(ar), :lang(hi)) {
    letter-spacing: normal;
  }
`;

type TitleModel = {
  title: string;
  /** What is shown for an empty title. */
  shown: string;
  isFixed: boolean;
  t: Translate;
  rename: (title: string) => unknown;
};

/** The title of a video, which is edited where it stands. Escape brings the former one back. */
export function sessionTitle({ title, shown: shownTitle, isFixed, t, rename }: TitleModel) {
  if (isFixed) return html`<h1 dir="auto">${shownTitle}</h1>`;
  const leave = (event: KeyboardEvent) => {
    const field = event.target as HTMLTextAreaElement;
    // A key of an input method chooses among words.
    if (event.isComposing) return;
    if (event.key === 'Escape') field.value = title;
    if (event.key !== 'Escape' && event.key !== 'Enter') return;
    event.preventDefault();
    field.blur();
  };
  const save = ({ target }: Event) => {
    const field = target as HTMLTextAreaElement;
    const next = field.value.replaceAll(/\s+/g, ' ').trim();
    // A video has a title.
    if (next === '') field.value = title;
    else if (next !== title) rename(next);
  };
  return html`<h1 class="visually-hidden">${shownTitle}</h1>
    <textarea
      class="title"
      dir="auto"
      rows="1"
      maxlength=${MAX_TITLE}
      autocomplete="off"
      aria-label=${t('render.name')}
      title=${t('render.rename')}
      placeholder=${shownTitle}
      .value=${title}
      @keydown=${leave}
      @change=${save}
    ></textarea>`;
}
