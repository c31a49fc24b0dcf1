import type { Strings } from './catalogue.ts';
import { audio } from './fr/audio.ts';
import { color } from './fr/color.ts';
import { editor } from './fr/editor.ts';
import { field } from './fr/field.ts';
import { file } from './fr/file.ts';
import { font } from './fr/font.ts';
import { image } from './fr/image.ts';
import { render } from './fr/render.ts';
import { stage } from './fr/stage.ts';
import { text } from './fr/text.ts';
import { video } from './fr/video.ts';

/**
 * The French strings. Terms, also for the studio:
 * Form of address: vous. Typography: « … » and ’, a narrow no-break space before : ; ! ? %.
 * template modèle, style format, version version, editable contenu, example exemple, field champ,
 * render rendu, draft brouillon, preview aperçu, final version finale, still image fixe,
 * frame image, batch lot, row ligne, column colonne, file fichier, upload importer,
 * download télécharger, delivery livraison, destination destination, client client,
 * endpoint point de terminaison, secret secret, account compte, role rôle, crop recadrage,
 * receipt justificatif.
 */
export const fr: Strings = {
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
