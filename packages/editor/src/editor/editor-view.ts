import { html, nothing, type TemplateResult } from 'lit';
import type { StillFrame } from '../api/editor-api.ts';
import type { Group } from '../api/types.ts';
import { messageOf } from '../draft/error-message.ts';
import { failureKind, isAnswered } from '../draft/failure.ts';
import type { FieldChange, FieldContext } from '../fields/field-element.ts';
import '../form/form.ts';
import type { InPlaceEnd, PointMove } from '../stage/overlay.ts';
import '../stage/siblings.ts';
import '../stage/stage.ts';
import type { Pick } from '../stage/stage.ts';
import { directionOf, type Translate } from '../strings/index.ts';
import { banner } from './banner.ts';
import { captionsPanel, captionsStrip } from './captions-view.ts';
import type { Editing } from './editing.ts';
import type { EditorModel, InPlaceText } from './editor-model.ts';
import { header } from './header.ts';
import { stillsOf } from './stills.ts';

/** Returns the whole editor. Regions of messages stay without a message, or screen readers do not read it. */
export function editorView(model: EditorModel): TemplateResult {
  const { lang, editing, context } = model;
  return html`<div class="editor" dir=${directionOf(lang)} lang=${lang}>
    ${header(model)}
    <div class="banners" aria-live="polite">${editing ? banner(editing, model) : nothing}</div>
    ${editing && context ? body(model, editing, context) : message(model)}
    <div class="visually-hidden" role="status">${model.notice}</div>
  </div>`;
}

/**
 * The form and the stage. Until the first composition is there, the version describes the video.
 */
function body(model: EditorModel, editing: Editing, context: FieldContext): TemplateResult {
  const { t, act, composition, captioning } = model;
  const { specs, version } = editing.opened;
  const { width, height, fps, duration } = version;
  const video = {
    width: width ?? 16,
    height: height ?? 9,
    fps: fps ?? 1,
    duration: duration ?? 0,
    frame_count: Math.round((duration ?? 0) * (fps ?? 1)),
  };
  // A form whose fields are disabled is scrolled by keys only with the focus.
  const tabIndex = editing.isReadOnly ? 0 : nothing;
  const isOpen = captioning.isOpen && !model.areCaptionsHidden;
  return html`<div
      class=${isOpen ? 'form captioning' : 'form'}
      role="region"
      aria-label=${t(isOpen ? 'captions.title' : 'editor.form')}
      tabindex=${isOpen ? nothing : tabIndex}
    >
      <framepress-form
        ?hidden=${isOpen}
        .specs=${specs}
        .mapping=${editing.mapping}
        .fit=${editing.fit}
        .isFitStale=${(group: Group, name: string) => editing.isFitStale(group, name)}
        .faults=${editing.faults}
        .locked=${model.locked}
        .hiddenEditables=${model.hidden}
        .areExamplesUsed=${model.areExamplesUsed}
        .isReadOnly=${editing.isReadOnly}
        .context=${context}
        .duration=${composition?.video.duration ?? duration ?? undefined}
        .areCaptionsHidden=${model.areCaptionsHidden}
        .areCaptionsLocked=${model.areCaptionsLocked}
        @captions-open=${() => captioning.open()}
        @field-change=${({ detail }: CustomEvent<FieldChange>) => act.change(detail)}
        @field-focus=${({ detail }: CustomEvent<{ name: string }>) => act.focus(detail.name)}
        @fields-left=${act.blur}
      ></framepress-form>
      ${isOpen ? captionsPanel(model, editing, context) : nothing}
    </div>
    <div class=${isOpen ? 'preview captioning' : 'preview'} role="region" aria-label=${t('stage.title')}>
      <framepress-stage
        .context=${context}
        .video=${composition?.video ?? video}
        .stills=${isOpen ? [] : stillsOf(version.stillcuts, specs, composition?.stillcuts)}
        .notice=${stageNotice(editing, t)}
        .badge=${stageBadge(editing, t)}
        .isDrawing=${WAITING.includes(editing.previewState) && composition === undefined}
        .drawStill=${(frame: number, pixels: number, signal: AbortSignal) => {
          // A little into the frame, so that rounding cannot lead to the frame before.
          const at = (frame + 0.01) / (composition?.video ?? video).fps;
          return editing.still({ at, width: pixels }, signal);
        }}
        .outlines=${model.outlines}
        .inPlace=${model.inPlace}
        .handle=${model.handle}
        @stage-hover=${({ detail }: CustomEvent<Pick | null>) => act.hover(detail ?? undefined)}
        @stage-edit=${({ detail }: CustomEvent<Pick>) => act.editInPlace(detail)}
        @overlay-text=${({ detail }: CustomEvent<InPlaceText>) => act.typeInPlace(detail)}
        @overlay-point=${({ detail }: CustomEvent<PointMove>) => act.movePoint(detail)}
        @overlay-end=${({ detail }: CustomEvent<InPlaceEnd>) => act.endInPlace(detail)}
        @stage-pick=${({ detail }: CustomEvent<Pick>) => act.pick(detail)}
        @stage-play=${() => editing.speak()}
        @stage-frame=${({ detail }: CustomEvent<{ frame: number }>) => act.frame(detail.frame)}
        @stage-error=${({ detail }: CustomEvent<{ error: unknown }>) => act.frameFailed(detail.error)}
      ></framepress-stage>
      ${isOpen && captioning.isLoaded && editing.mapping.captions !== undefined ? captionsStrip(model, editing, context) : nothing}
      <framepress-siblings
        .context=${context}
        .siblings=${model.siblings}
        .mapping=${editing.mapping}
        .seconds=${model.seconds}
        .drawStill=${(frame: StillFrame, signal: AbortSignal) => editing.still(frame, signal)}
      ></framepress-siblings>
    </div>`;
}

/** The first frame may still come. */
const WAITING: readonly Editing['previewState'][] = ['drawing', 'preparing'];

/** Says that the frame does not show the fields, whatever the reason; empty while it does. */
function stageBadge({ previewState }: Editing, t: Translate): string {
  if (previewState === 'current') return '';
  if (previewState === 'preparing') return t('stage.preparing');
  return t(previewState === 'drawing' ? 'stage.drawing' : 'stage.not_current');
}

/**
 * Says why the frame is not the newest, or nothing. If saving is offline, too, its state says
 * already that the service cannot be reached.
 */
function stageNotice({ previewState, previewError, saveState }: Editing, t: Translate): string {
  if (previewState === 'outdated') return t('stage.outdated');
  if (previewState === 'offline' && !isAnswered(previewError))
    return saveState === 'offline' ? '' : t('editor.unreachable');
  if (previewState === 'offline' || previewState === 'error')
    return t('stage.no_preview', { message: messageOf(previewError, t) });
  return '';
}

/** Says that the editor is loading or has no session, or why it could not open one. */
function message({ t, failure, isConfigured, act }: EditorModel): TemplateResult {
  if (failure === undefined) {
    const text = t(isConfigured ? 'editor.loading' : 'editor.no_session');
    return html`<p class="message" role="status">${text}</p>`;
  }
  const kind = failureKind(failure);
  const texts: Partial<Record<typeof kind, string>> = {
    ended: t('editor.token_ended'),
    not_found: t('editor.not_found'),
    offline: t('editor.unreachable'),
  };
  return html`<div class="message" role="alert">
    <p>${texts[kind] ?? t('editor.failed', { message: messageOf(failure, t) })}</p>
    <button @click=${act.reopen}>${t('editor.try_again')}</button>
  </div>`;
}
