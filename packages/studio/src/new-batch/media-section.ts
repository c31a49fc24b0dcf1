import { css, html, nothing } from 'lit';
import { AppElement, define } from '../components/base.ts';
import '../components/file-drop.ts';
import { listText } from '../components/format.ts';
import { sectionStyles } from '../shared/section-styles.ts';
import type { UnmatchedCell } from './match-files.ts';
import type { MediaFault } from './media-files.ts';

const MAX_LISTED = 50;

/** Takes the files that cells name, and lists the cells without one. It fires `files` with `{ files }`. */
class StudioMediaSection extends AppElement {
  static override properties = {
    columns: { attribute: false },
    matched: { type: Number },
    unmatched: { attribute: false },
    faults: { attribute: false },
    hasFiles: { attribute: false },
    isTooLong: { attribute: false },
  };
  static override styles = [
    sectionStyles,
    css`
      :host > p {
        margin-block-end: 12px;
      }
      .more {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 8px 16px;
        margin-block-start: 10px;
      }
      .good {
        color: var(--fp-success);
        font-weight: 500;
      }
      details {
        margin-block-start: 10px;
      }
      summary {
        color: var(--fp-warning);
        font-weight: 500;
        cursor: pointer;
      }
      ul {
        max-height: 240px;
        margin: 8px 0 0;
        padding-inline-start: 18px;
        overflow-y: auto;
      }
    `,
  ];

  /** The labels of the columns that name files. */
  declare columns: readonly string[];
  declare matched: number;
  declare unmatched: readonly UnmatchedCell[];
  declare faults: readonly MediaFault[];
  declare hasFiles: boolean;
  /** The table has more rows than were read. */
  declare isTooLong: boolean;

  override render() {
    const { t, columns, matched, unmatched, faults, hasFiles } = this;
    const names = listText([...columns], this.app.lang);
    if (this.isTooLong) return html`<p class="muted">${t('newBatch.mediaLarge')}</p>`;
    return html`<p class="muted">${t('newBatch.mediaText', { names })}</p>
      <studio-file-drop
        label=${t('newBatch.mediaDrop')}
        hint=${t('newBatch.mediaHint')}
        multiple
        @files=${this.#report}
      ></studio-file-drop>
      <div class="more">
        <studio-file-drop
          compact
          folder
          multiple
          label=${t('newBatch.mediaFolder')}
          @files=${this.#report}
        ></studio-file-drop>
        <span role="status" class=${matched > 0 ? 'good' : ''}>
          ${hasFiles ? t('newBatch.mediaMatched', { count: matched }) : nothing}
        </span>
      </div>
      ${faults.map(
        (fault) => html`<p class="fault" role="alert">
          ${fault.kind === 'zip' ? t('newBatch.mediaZip', { name: fault.name }) : t('newBatch.mediaMany')}
        </p>`,
      )}
      ${unmatched.length > 0 ? this.#missing() : nothing}`;
  }

  #missing() {
    const { t, unmatched, hasFiles } = this;
    const others = unmatched.length - MAX_LISTED;
    return html`<details ?open=${hasFiles}>
      <summary>${t('newBatch.mediaMissing', { count: unmatched.length })}</summary>
      <ul>
        ${unmatched.slice(0, MAX_LISTED).map(
          ({ row, name, isAmbiguous }) => html`<li>
              ${t(isAmbiguous ? 'newBatch.mediaSeveral' : 'newBatch.mediaCell', { row, name })}
            </li>`,
        )}
        ${others > 0 ? html`<li>${t('newBatch.mediaMore', { count: others })}</li>` : nothing}
      </ul>
    </details>`;
  }

  #report = (event: CustomEvent<{ files: File[] }>) => {
    event.stopPropagation();
    this.emit('files', event.detail);
  };
}

define('studio-media-section', StudioMediaSection);
