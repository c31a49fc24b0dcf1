import type { TextDocument } from '../../lottie/index.ts';
import { type CaptionArea, type CaptionLayer, lineCount } from '../../template/index.ts';
import type { FontFace } from '../../text/index.ts';
import type { LayerText } from './caption-look.ts';

/**
 * Returns the area of captions in the place of a layer. Text without a box stays where its sample is: at the top of
 * the video the first line keeps its place, at the bottom the last one, else the middle of all lines.
 */
export function areaOfLayer(
  document: TextDocument,
  { area, isPoint, position, scale }: CaptionLayer,
  face: Pick<FontFace, 'ascent' | 'tail' | 'capHeight'> | undefined,
): LayerText {
  if (!isPoint) return { document, area, position, scale };
  const { s: size = 1, lh = size * 1.2 } = document;
  const { ascent, tail, capHeight } = face ?? { ascent: 0.8, tail: 0.2, capHeight: 0.7 };
  const last = (lineCount(document) - 1) * lh;
  const [top, bottom] = [area.top, Math.max(area.top + area.height, last + tail * size)];
  return { document, area: { ...area, ...rows() }, position, scale };

  function rows(): Pick<CaptionArea, 'top' | 'height'> {
    if (position === 'top') return { top: -ascent * size, height: bottom + ascent * size };
    if (position === 'bottom') return { top, height: last + tail * size - top };
    const middle = (last - capHeight * size) / 2;
    const half = Math.max(size, Math.min(middle - top, bottom - middle));
    return { top: middle - half, height: 2 * half };
  }
}
