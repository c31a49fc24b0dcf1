import type { Strings } from './catalogue.ts';
import { audio } from './pt/audio.ts';
import { color } from './pt/color.ts';
import { editor } from './pt/editor.ts';
import { field } from './pt/field.ts';
import { file } from './pt/file.ts';
import { font } from './pt/font.ts';
import { image } from './pt/image.ts';
import { render } from './pt/render.ts';
import { stage } from './pt/stage.ts';
import { text } from './pt/text.ts';
import { video } from './pt/video.ts';

/**
 * The Portuguese strings. Terms, also for the studio:
 * Brazilian. Form of address: você. Typography: “…”.
 * template modelo, style formato, version versão, editable conteúdo, example exemplo, field campo,
 * render renderização, draft rascunho, preview prévia, final versão final, still imagem estática,
 * frame quadro, batch lote, row linha, column coluna, file arquivo, upload enviar,
 * download baixar, delivery entrega, destination destino, client cliente, endpoint endpoint,
 * secret segredo, account conta, role função, crop recorte, receipt comprovante.
 */
export const pt: Strings = {
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
