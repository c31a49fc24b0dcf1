import { audio } from './en/audio.ts';
import { color } from './en/color.ts';
import { editor } from './en/editor.ts';
import { field } from './en/field.ts';
import { font } from './en/font.ts';
import { image } from './en/image.ts';
import { render } from './en/render.ts';
import { stage } from './en/stage.ts';
import { text } from './en/text.ts';
import { video } from './en/video.ts';

/** The English strings. Each prefix has a file. */
export const en = {
  ...editor,
  ...field,
  ...text,
  ...color,
  ...image,
  ...video,
  ...audio,
  ...font,
  ...stage,
  ...render,
};
