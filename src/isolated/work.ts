import { type InputToProbe, probeInput, probeUpload } from '../produce/index.ts';
import { checkMapping } from './check-mapping.ts';
import { composePreview } from './compose-preview.ts';
import { drawStill } from './draw-still.ts';
import { drawTemplate } from './draw-template.ts';
import { findPlaces, mixPreviewAudio, shrinkPreviewImage } from './preview-files.ts';
import type { TaskKind } from './protocol.ts';
import { missingFonts, readTemplate } from './read-template.ts';
import { renderSession } from './render-session.ts';
import type { TaskContext } from './task-context.ts';

/** The functions of all tasks. Inputs and results are plain data. */
export const WORK = {
  missingFonts,
  readTemplate,
  drawTemplate,
  probeInput: (input: InputToProbe, { signal }: TaskContext) => probeInput(input, signal),
  probeUpload: (input: Parameters<typeof probeUpload>[0], { signal }: TaskContext) =>
    probeUpload(input, signal),
  checkMapping,
  drawStill,
  composePreview,
  mixPreviewAudio,
  shrinkPreviewImage,
  findPlaces,
  renderSession,
} satisfies Record<TaskKind, unknown>;

export type TaskInput<K extends TaskKind> = Parameters<(typeof WORK)[K]>[0];
export type TaskResult<K extends TaskKind> = Awaited<ReturnType<(typeof WORK)[K]>>;
