import { audio } from './ja/audio.ts';
import { color } from './ja/color.ts';
import { editor } from './ja/editor.ts';
import { field } from './ja/field.ts';
import { file } from './ja/file.ts';
import { font } from './ja/font.ts';
import { image } from './ja/image.ts';
import { render } from './ja/render.ts';
import { stage } from './ja/stage.ts';
import { text } from './ja/text.ts';
import { video } from './ja/video.ts';

/** The Japanese strings. */
export const ja = {
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
