import type { RenderSession } from '@framepress/client';
import { translateFault } from '@framepress/editor/strings';
import { css, html, nothing } from 'lit';
import type { AppContext } from '../app-context.ts';
import '../components/code-block.ts';
import { durationText, listText, sizeText, timeText } from '../components/format.ts';
import type { TemplateNames } from '../shared/template-names.ts';
import type { StringKey } from '../strings/index.ts';
import { numberText } from '../words.ts';
import { fitWords } from './fit-words.ts';

/** Styles of the parts below. */
export const detailStyles = css`
  .fit {
    display: grid;
    gap: 2px;
  }
  ul.faults {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 10px;
    margin: 0;
    padding-inline-start: 18px;
  }
  .hint-line {
    display: block;
    color: var(--fp-muted);
  }
  details > summary {
    border-radius: 4px;
    cursor: pointer;
  }
  details > summary h2 {
    display: inline;
  }
  details[open] > summary {
    margin-block-end: 12px;
  }
  details studio-code-block {
    display: block;
    margin-block-start: 12px;
  }
  .timing {
    display: grid;
    grid-template-columns: minmax(120px, auto) minmax(0, 1fr) auto;
    align-items: center;
    gap: 6px 12px;
  }
  .timing meter {
    width: 100%;
  }
`;

/** The editables of a session's template, by name. */
export type Editables = Readonly<Record<string, { readonly label: string }>>;
type Warning = RenderSession['warnings'][number] & { hint?: string };
type Part = { session: RenderSession; app: AppContext };

/** When, how and from which template a session was made. */
export function aboutSection({ session, app, names }: Part & { names: TemplateNames }) {
  const { t, lang } = app;
  const version = names.versions.get(session.template_style_version_id);
  const template = names.nameOf(session.template_style_version_id);
  const { width, height, duration, fps, loudness } = session;
  return html`<section aria-label=${t('common.details')}>
    <dl class="facts">
      <dt>${t('render.madeWith')}</dt>
      <dd>
        ${
          version && template
            ? html`<a href="#/templates/${version.template_id}">${template}</a>`
            : t('renders.templateGone')
        }
      </dd>
      <dt>${t('render.made')}</dt>
      <dd>${timeText(session.created_at, lang)}</dd>
      <dt>${t('render.expires')}</dt>
      <dd>${session.expires_at ? timeText(session.expires_at, lang) : t('render.forever')}</dd>
      ${duration ? fact(t('render.length'), durationText(duration, lang)) : nothing}
      ${
        width && height
          ? fact(
              t('render.size'),
              listText(
                [
                  sizeText(width, height),
                  fps ? t('render.fps', { fps: numberText(fps, lang, 3) }) : '',
                ],
                lang,
              ),
            )
          : nothing
      }
      ${
        loudness
          ? fact(
              t('render.loudness'),
              t('render.loudnessValue', {
                lufs: numberText(loudness.integrated_lufs ?? 0, lang, 1),
              }),
            )
          : nothing
      }
      ${session.external_id ? fact(t('render.externalId'), session.external_id) : nothing}
      ${
        session.batch_id
          ? html`<dt>${t('render.batch')}</dt>
              <dd>
                <a href="#/batches/${session.batch_id}">
                  ${t('render.batchRow', { row: session.batch_row ?? 0 })}
                </a>
              </dd>`
          : nothing
      }
    </dl>
  </section>`;
}

function fact(name: string, value: string) {
  return html`<dt>${name}</dt>
    <dd><bdi>${value}</bdi></dd>`;
}

/** Returns the label of an editable; its name without one. */
function labelOf(name: string, editables: Editables): string {
  return (Object.hasOwn(editables, name) && editables[name]?.label) || name;
}

/** The errors of a session, each with what to do. */
export function errorsSection({ session, app }: Part, editables: Editables) {
  if (session.errors.length === 0) return nothing;
  return html`<section class="problems">
    <h2>${app.t('render.errors')}</h2>
    <ul class="faults">
      ${session.errors.map((error) => {
        const { message, hint, editable } = translateFault(error, app.t, editables);
        return html`<li>
          ${editable ? html`<strong><bdi>${labelOf(editable, editables)}</bdi>: </strong>` : nothing}
          <span class="problem" dir="auto">${message}</span>
          ${hint ? html`<span class="hint-line" dir="auto">${hint}</span>` : nothing}
        </li>`;
      })}
    </ul>
  </section>`;
}

/** Nothing without warnings. Names of editables in their texts are replaced by labels. */
export function warningsSection({ session, app }: Part, editables: Editables) {
  if (session.warnings.length === 0) return nothing;
  return html`<section>
    <h2>${app.t('render.warnings')}</h2>
    <ul class="faults">
      ${session.warnings.map((warning) => {
        const { message, hint } = translateFault(warning as Warning, app.t, editables);
        return html`<li>
          <bdi>${message}</bdi> ${hint ? html`<span class="hint-line" dir="auto">${hint}</span>` : nothing}
        </li>`;
      })}
    </ul>
  </section>`;
}

/** How each text and image fits, in plain words. */
export function fitSection({ session, app }: Part, editables: Editables) {
  const { t, lang } = app;
  const entries = Object.entries(session.fit);
  if (entries.length === 0) return nothing;
  return html`<section>
    <h2>${t('render.fit')}</h2>
    <dl class="facts">
      ${entries.map(
        ([name, fit]) => html`<dt><bdi>${labelOf(name, editables)}</bdi></dt>
          <dd class="fit">
            ${fitWords(fit, t, lang).map(
              ({ text, isProblem }) =>
                html`<span class=${isProblem ? 'problem' : ''}>${text}</span>`,
            )}
          </dd>`,
      )}
    </dl>
  </section>`;
}

/** The seconds of each phase as a share of their sum. Nothing without timings. */
export function timingsSection({ session, app }: Part) {
  const { t, lang } = app;
  const entries = Object.entries(session.timings);
  if (entries.length === 0) return nothing;
  const total = entries.reduce((sum, [, seconds]) => sum + seconds, 0);
  return html`<section>
    <h2>${t('render.timings')}</h2>
    <div class="timing">
      ${entries.map(([phase, seconds]) => {
        const name = phaseName(phase, app);
        return html`<span>${name}</span>
          <meter
            min="0"
            max=${Math.max(total, 0.001)}
            value=${seconds}
            aria-label=${name}
            aria-valuetext=${durationText(seconds, lang)}
          ></meter>
          <span class="muted">${durationText(seconds, lang)}</span>`;
      })}
      <strong>${t('render.timingTotal')}</strong><span></span>
      <strong>${durationText(total, lang)}</strong>
    </div>
  </section>`;
}

const PHASES = ['queued', 'fetching', 'composing', 'rendering', 'assembling', 'delivering'];

/** Returns the name of a phase; phases that the studio does not know are shown as they are. */
function phaseName(phase: string, { t }: AppContext): string {
  return PHASES.includes(phase) ? t(`phase.${phase}` as StringKey) : phase;
}

/** The digests of a session, closed at first. */
export function receiptSection({ session, app }: Part) {
  const { t } = app;
  const { receipt } = session;
  if (!receipt) return nothing;
  const lists: [StringKey, [string, string][]][] = [
    ['render.receiptTemplate', [['', receipt.template.sha256]]],
    ['render.receiptMapping', [['', receipt.mapping]]],
    ['render.receiptMedia', Object.entries(receipt.media)],
    ['render.receiptFonts', receipt.fonts.map(({ name, sha256 }) => [name, sha256])],
    [
      'render.receiptEngine',
      Object.entries(receipt.engine).map(([name, value]) => [name, `${value}`]),
    ],
    ['render.receiptOutputs', Object.entries(receipt.outputs)],
  ];
  return html`<section>
    <details>
      <summary><h2>${t('render.receipt')}</h2></summary>
      <p class="muted">${t('render.receiptText')}</p>
      <dl class="facts">
        ${lists
          .filter(([, entries]) => entries.length > 0)
          .map(
            ([key, entries]) => html`<dt>${t(key)}</dt>
              <dd>
                ${entries.map(
                  ([name, digest]) =>
                    html`<div class="digest" dir="ltr">${name ? `${name} ` : ''}${digest}</div>`,
                )}
              </dd>`,
          )}
      </dl>
      <studio-code-block
        .t=${t}
        label=${t('render.receiptCopy')}
        .code=${JSON.stringify(receipt, null, 2)}
      ></studio-code-block>
    </details>
  </section>`;
}
