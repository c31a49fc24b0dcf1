import {
  drawThumbnail,
  type InputToProbe,
  probeInput,
  probeUpload,
  type ThumbnailTask,
} from '../produce/index.ts';
import type { TaskKind } from './protocol.ts';
import type { TaskContext } from './task-context.ts';
import { checkMapping } from './tasks/check-mapping.ts';
import { composePreview } from './tasks/compose-preview.ts';
import { drawStill } from './tasks/draw-still.ts';
import { drawTemplate } from './tasks/draw-template.ts';
import { findPlaces, mixPreviewAudio, shrinkPreviewImage } from './tasks/preview-files.ts';
import { missingFonts, readTemplate } from './tasks/read-template.ts';
import { renderSession } from './tasks/render-session.ts';
import { writeTemplateFont } from './tasks/template-font.ts';

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
  drawThumbnail: (task: ThumbnailTask, { signal }: TaskContext) =>
    drawThumbnail(task, signal).then(() => null),
  findPlaces,
  writeTemplateFont,
  renderSession,
} satisfies Record<TaskKind, unknown>;

export type TaskInput<K extends TaskKind> = Parameters<(typeof WORK)[K]>[0];
export type TaskResult<K extends TaskKind> = Awaited<ReturnType<(typeof WORK)[K]>>;
