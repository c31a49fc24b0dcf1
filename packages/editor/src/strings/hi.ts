import { audio } from './hi/audio.ts';
import { color } from './hi/color.ts';
import { editor } from './hi/editor.ts';
import { field } from './hi/field.ts';
import { file } from './hi/file.ts';
import { font } from './hi/font.ts';
import { image } from './hi/image.ts';
import { render } from './hi/render.ts';
import { stage } from './hi/stage.ts';
import { text } from './hi/text.ts';
import { video } from './hi/video.ts';

/** The Hindi strings. */
export const hi = {
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
