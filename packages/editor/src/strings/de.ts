import type { Strings } from './catalogue.ts';
import { audio } from './de/audio.ts';
import { color } from './de/color.ts';
import { editor } from './de/editor.ts';
import { field } from './de/field.ts';
import { file } from './de/file.ts';
import { font } from './de/font.ts';
import { image } from './de/image.ts';
import { render } from './de/render.ts';
import { stage } from './de/stage.ts';
import { text } from './de/text.ts';
import { video } from './de/video.ts';

/**
 * The German strings. Terms, also for the studio:
 * Form of address: Sie. Typography: „…“, a space before …
 * template Vorlage, style Format, version Version, editable Inhalt, example Beispiel, field Feld,
 * render Rendering, draft Entwurf, preview Vorschau, final Endfassung, still Standbild,
 * frame Bild, batch Stapel, row Zeile, column Spalte, file Datei, upload hochladen,
 * download herunterladen, delivery Auslieferung, destination Ziel, client Client, endpoint Endpunkt,
 * secret Secret, account Konto, role Rolle, crop Ausschnitt, receipt Nachweis.
 */
export const de: Strings = {
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
