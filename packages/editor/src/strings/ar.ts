import { audio } from './ar/audio.ts';
import { color } from './ar/color.ts';
import { editor } from './ar/editor.ts';
import { field } from './ar/field.ts';
import { file } from './ar/file.ts';
import { font } from './ar/font.ts';
import { image } from './ar/image.ts';
import { render } from './ar/render.ts';
import { stage } from './ar/stage.ts';
import { text } from './ar/text.ts';
import { video } from './ar/video.ts';

/** The Arabic strings. */
export const ar = {
  ...editor,
  ...field,
  ...text,
  ...color,
  ...file,
  ...image,
  ...video,
  ...audio,
  ...font,
  ...stage,
  ...render,
};
