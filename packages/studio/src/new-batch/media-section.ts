import { css, html, nothing } from 'lit';
import { AppElement, define } from '../components/base.ts';
import '../components/file-drop.ts';
import { listText } from '../components/format.ts';
import { sectionStyles } from '../shared/section-styles.ts';
import type { UnmatchedCell } from './match-files.ts';
import type { MediaFault } from './media-files.ts';
import type { Say } from './strings/index.ts';

const MAX_LISTED = 50;
const MAX_LOST = 5;

/** Takes the files that cells name, and lists the cells without one. It fires `files` with `{ files }`. */
class StudioMediaSection extends AppElement {
  static override properties = {
    say: { attribute: false },
    columns: { attribute: false },
    fileCount: { type: Number },
    matched: { type: Number },
    lostNames: { attribute: false },
    unmatched: { attribute: false },
    faults: { attribute: false },
    hasTable: { attribute: false },
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

  declare say: Say;
  /** The labels of the columns that name files. */
  declare columns: readonly string[];
  declare fileCount: number;
  declare matched: number;
  declare unmatched: readonly UnmatchedCell[];
  declare faults: readonly MediaFault[];
  declare hasTable: boolean;
  /** The names of files of an earlier visit, which have to be chosen again. */
  declare lostNames: readonly string[];
  /** The table has more rows than were read. */
  declare isTooLong: boolean;

  override render() {
    const { t, say, app, columns, unmatched, faults, lostNames } = this;
    const names = listText([...columns], app.lang);
    const lost = listText(lostNames.slice(0, MAX_LOST), app.lang);
    if (this.isTooLong) return html`<p class="muted">${t('newBatch.mediaLarge')}</p>`;
    return html`<p class="muted">
        ${columns.length > 0 ? t('newBatch.mediaText', { names }) : say('files.any')}
      </p>
      ${
        lostNames.length > 0
          ? html`<p class="caution" role="status">
              ${say('files.again', { names: lostNames.length > MAX_LOST ? `${lost} …` : lost })}
            </p>`
          : nothing
      }
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
        ${this.#found()}
      </div>
      ${faults.map(
        (fault) => html`<p class="fault" role="alert">
          ${fault.kind === 'zip' ? t('newBatch.mediaZip', { name: fault.name }) : t('newBatch.mediaMany')}
        </p>`,
      )}
      ${unmatched.length > 0 ? this.#missing() : nothing}`;
  }

  /** How many files there are, or how many of them the table names. */
  #found() {
    const { t, say, columns, matched, fileCount: count, hasTable } = this;
    const isMatching = hasTable && columns.length > 0;
    const words =
      count === 0
        ? nothing
        : isMatching
          ? t('newBatch.mediaMatched', { count: matched })
          : say('files.here', { count });
    return html`<span role="status" class=${isMatching && matched > 0 ? 'good' : ''}>
      ${words} ${count > 0 && hasTable && !isMatching ? say('files.noColumn') : nothing}
    </span>`;
  }

  #missing() {
    const { t, unmatched } = this;
    const others = unmatched.length - MAX_LISTED;
    return html`<details ?open=${this.fileCount > 0}>
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
