import { appearancesOf, apply, frameCount, type Layer, type Lottie } from '../../lottie/index.ts';
import type { Template } from '../../template/index.ts';

type Corners = readonly (readonly [number, number])[];

/** Frames at which texts are checked, in addition to the stills. */
const SAMPLES = 48;
/** Maximum number of layers to check, over all samples. */
const MAX_CHECKS = 1_000_000;
/** Pixels that a corner may lie outside: letters have some space at their sides. */
const TOLERANCE = 2;

/**
 * The layers with text that the frame's edges cut off: some corner of the text (in pixels of the
 * layer) is never inside the frame. If a text enters, leaves or crosses the frame, each of its
 * corners is inside at some time.
 */
export function cutOff(
  lottie: Lottie,
  template: Pick<Template, 'stillcuts'>,
  texts: ReadonlyMap<Layer, Corners>,
): Set<Layer> {
  const unseen = new Map(
    [...texts].flatMap(([layer, corners]) =>
      corners.length > 0 ? [[layer, new Set(corners)] as const] : [],
    ),
  );
  const shown = new Set<Layer>();
  if (unseen.size === 0) return shown;
  const appearancesAt = appearancesOf(lottie);
  let checks = 0;
  for (const frame of framesOf(lottie, template)) {
    const appearances = appearancesAt(frame);
    for (const { layer, matrix, opacity } of appearances) {
      const corners = opacity > 0 ? unseen.get(layer) : undefined;
      if (!corners) continue;
      shown.add(layer);
      for (const corner of corners) {
        const [x, y] = apply(matrix, ...(corner as [number, number]));
        if (isInside(x, lottie.w) && isInside(y, lottie.h)) corners.delete(corner);
      }
    }
    checks += appearances.length;
    // The result for a document this large would be incomplete, so nothing is reported.
    if (checks > MAX_CHECKS) return new Set();
  }
  return new Set([...shown].filter((layer) => unseen.get(layer)?.size !== 0));
}

function isInside(place: number, size: number): boolean {
  return place >= -TOLERANCE && place <= size + TOLERANCE;
}

/** The stills first, since they show the texts at rest. */
function framesOf(lottie: Lottie, { stillcuts }: Pick<Template, 'stillcuts'>): Set<number> {
  const count = frameCount(lottie);
  const stills = Object.values(stillcuts).map(({ frame }) => frame);
  const even = Array.from({ length: SAMPLES }, (_, i) => Math.floor(((i + 0.5) * count) / SAMPLES));
  return new Set([...stills, ...even].map((frame) => lottie.ip + frame));
}
