import type { Strings } from './catalogue.ts';
import { audio } from './es/audio.ts';
import { color } from './es/color.ts';
import { editor } from './es/editor.ts';
import { field } from './es/field.ts';
import { file } from './es/file.ts';
import { font } from './es/font.ts';
import { image } from './es/image.ts';
import { render } from './es/render.ts';
import { stage } from './es/stage.ts';
import { text } from './es/text.ts';
import { video } from './es/video.ts';

/**
 * The Spanish strings. Terms, also for the studio:
 * Form of address: tú. Typography: «…».
 * template plantilla, style formato, version versión, editable contenido, example ejemplo,
 * field campo, render render, draft borrador, preview vista previa, final versión final,
 * still imagen fija, frame fotograma, batch lote, row fila, column columna, file archivo,
 * upload subir, download descargar, delivery entrega, destination destino, client cliente,
 * endpoint endpoint, secret secreto, account cuenta, role rol, crop recorte, receipt comprobante.
 */
export const es: Strings = {
  ...audio,
  ...color,
  ...editor,
  ...field,
  ...file,
  ...font,
  ...image,
  ...render,
  ...stage,
  ...text,
  ...video,
};
