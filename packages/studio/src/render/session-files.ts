import type { RenderSession } from '@framepress/client';
import { css, html, nothing } from 'lit';
import { AppElement, define } from '../components/base.ts';
import { copyText } from '../components/clipboard.ts';
import { bytesText, factsText, sizeText } from '../components/format.ts';
import { icon } from '../components/icons.ts';
import { sectionStyles } from '../shared/section-styles.ts';
import { captionNames } from './caption-names.ts';

/** The files of a session, with their sizes, downloads and thumbnails. */
class StudioSessionFiles extends AppElement {
  static override properties = { session: { attribute: false } };
  static override styles = [
    sectionStyles,
    css`
      .thumbnails {
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(110px, 1fr));
        gap: 8px;
        margin: 12px 0 0;
        padding: 0;
        list-style: none;
      }
      .thumbnails a {
        display: block;
        border-radius: 6px;
      }
      .thumbnails img {
        display: block;
        width: 100%;
        aspect-ratio: 16 / 10;
        border-radius: 6px;
        background: var(--fp-raised);
        object-fit: contain;
      }
      @media (max-width: 480px) {
        .files .grow {
          flex-basis: 100%;
        }
      }
      ul.captions {
        margin-block-start: 8px;
      }
      ul.captions .line {
        flex-wrap: nowrap;
      }
      ul.captions .grow {
        flex-basis: 0;
      }
      h3 {
        margin-block-start: 16px;
      }
    `,
  ];

  declare session: RenderSession;

  override render() {
    const { session, t } = this;
    const { outputs, captions, thumbnails, poster_url: poster } = session;
    if (outputs.length === 0) return nothing;
    return html`<section>
      <h2>${t('render.files')}</h2>
      <ul class="plain files">
        ${outputs.map((output) => this.#outputLine(output))}
        ${poster ? this.#fileLine(t('render.poster'), '', poster) : nothing}
      </ul>
      ${captions.length > 0 ? this.#captions(captions) : nothing}
      ${thumbnails.length > 0 ? this.#thumbnails(thumbnails) : nothing}
    </section>`;
  }

  #outputLine({ format, bytes, width, height, url }: RenderSession['outputs'][number]) {
    const { lang } = this.app;
    const words = [sizeText(width, height), bytesText(bytes, lang)];
    return this.#fileLine(format.toUpperCase(), factsText(words, lang), url);
  }

  /** A file with its facts, a download, and a button that copies its address. */
  #fileLine(name: string, words: string, url: string) {
    const { t } = this;
    return html`<li class="line">
      <span class="grow"><strong>${name}</strong> <span class="muted">${words}</span></span>
      <a class="button" href=${url} download aria-label=${t('render.download', { name })}>
        ${icon('download')} ${t('common.download')}
      </a>
      <button
        class="plain"
        aria-label=${t('render.copyLinkOf', { name })}
        @click=${() => void this.#copy(url)}
      >
        ${icon('copy')} ${t('render.copyLink')}
      </button>
    </li>`;
  }

  /** A line for each language, with a download of each format. */
  #captions(captions: RenderSession['captions']) {
    const { t } = this;
    const names = captionNames(captions, t, this.app.lang);
    const download = (name: string, format: string, url: string) => html`<a
      class="button"
      href=${url}
      download
      aria-label=${t('render.download', { name: `${name} ${format}` })}
      >${icon('download')} ${format}</a
    >`;
    return html`<h3>${t('render.captions')}</h3>
      <ul class="plain captions">
        ${captions.map(({ is_burnt: isBurnt, webvtt_url: vtt, srt_url: srt }, index) => {
          const name = names[index] ?? '';
          return html`<li class="line">
            <span class="grow"
              >${name}
              <span class="muted">${isBurnt ? t('render.captionsBurnt') : nothing}</span></span
            >
            ${download(name, 'WebVTT', vtt)} ${download(name, 'SRT', srt)}
          </li>`;
        })}
      </ul>`;
  }

  #thumbnails(urls: readonly string[]) {
    const { t } = this;
    // Stills are in the order of time, which goes from left to right.
    return html`<h3>${t('render.thumbnails')}</h3>
      <ul class="thumbnails" dir="ltr">
        ${urls.map((url, index) => {
          const name = t('render.thumbnail', { number: index + 1 });
          return html`<li>
            <a href=${url} target="_blank" rel="noopener"><img src=${url} alt=${name} loading="lazy" /></a>
          </li>`;
        })}
      </ul>`;
  }

  /** Copies the address of a file. */
  async #copy(url: string): Promise<void> {
    const { t, toast } = this.app;
    if (await copyText(url)) toast(t('render.linkCopied'), 'success');
    else toast(t('render.copyFailed'), 'error');
  }
}

define('studio-session-files', StudioSessionFiles);
