import { html, type TemplateResult } from 'lit';
import type { CaptionsEdit } from '../draft/draft.ts';
import type { FieldContext } from '../fields/field-element.ts';
import type { Editing } from './editing.ts';
import type { EditorModel } from './editor-model.ts';

/** What the panel and the strip of the captions share. */
function captionsOf(model: EditorModel, editing: Editing) {
  const { duration, fps } = model.composition?.video ?? editing.opened.version;
  return {
    captions: editing.mapping.captions,
    duration: duration ?? 0,
    fps: fps ?? 1,
    isDisabled: editing.isReadOnly || model.areCaptionsLocked,
  };
}

/** The captions in place of the form. */
export function captionsPanel(
  model: EditorModel,
  editing: Editing,
  context: FieldContext,
): TemplateResult {
  const { t, act, captioning, frameSeconds, isPlaying } = model;
  if (!captioning.isLoaded)
    return html`<div class="panel-state" role="status">
      <p>${t(captioning.hasFailed ? 'editor.unreachable' : 'editor.loading')}</p>
      ${captioning.hasFailed ? html`<button @click=${() => captioning.open()}>${t('editor.try_again')}</button>` : ''}
      <button @click=${act.closeCaptions}>${t('editor.close')}</button>
    </div>`;
  const { captions, duration, fps, isDisabled } = captionsOf(model, editing);
  return html`<framepress-captions
    .context=${context}
    .mapping=${editing.mapping}
    .captions=${captions}
    .specs=${editing.opened.specs}
    .track=${captioning.track}
    .chosenCue=${captioning.cue}
    .seconds=${frameSeconds}
    .isPlaying=${isPlaying}
    .duration=${duration}
    .fps=${fps}
    .warnings=${editing.warnings}
    .faults=${editing.faults}
    .isDisabled=${isDisabled}
    @captions-edit=${({ detail }: CustomEvent<Omit<CaptionsEdit, 'atMs'>>) => act.editCaptions(detail)}
    @captions-track=${({ detail }: CustomEvent<{ track: number }>) => captioning.chooseTrack(detail.track)}
    @captions-cue=${({ detail }: CustomEvent<{ cue: number }>) => captioning.chooseCue(detail.cue)}
    @captions-seek=${({ detail }: CustomEvent<{ seconds: number }>) => act.seek(detail.seconds)}
    @captions-close=${act.closeCaptions}
  ></framepress-captions>`;
}

/** The cues on a strip of time below the frame. */
export function captionsStrip(
  model: EditorModel,
  editing: Editing,
  context: FieldContext,
): TemplateResult {
  const { act, captioning, frameSeconds, isPlaying, composition } = model;
  const { captions, duration, isDisabled } = captionsOf(model, editing);
  return html`<framepress-captions-strip
    .context=${context}
    .captions=${captions}
    .track=${captioning.track}
    .chosenCue=${captioning.cue}
    .seconds=${frameSeconds}
    .isPlaying=${isPlaying}
    .duration=${duration}
    .audioUrl=${composition?.audio?.url}
    .isDisabled=${isDisabled}
    @captions-edit=${({ detail }: CustomEvent<Omit<CaptionsEdit, 'atMs'>>) => act.editCaptions(detail)}
    @captions-cue=${({ detail }: CustomEvent<{ cue: number }>) => captioning.chooseCue(detail.cue)}
    @captions-seek=${({ detail }: CustomEvent<{ seconds: number }>) => act.seek(detail.seconds)}
  ></framepress-captions-strip>`;
}
