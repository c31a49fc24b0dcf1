/**
 * The work for an animation grows at most linearly with its size: a hostile animation runs through all
 * readers at one size and at eight times that size, and the executed blocks are counted.
 */
import { AppError } from '../../src/base/index.ts';
import { compose, videoRequirements } from '../../src/compose/index.ts';
import { importTemplate } from '../../src/import/index.ts';
import {
  canonical,
  frameCount,
  isOpaque,
  type Lottie,
  prune,
  repeatedFrames,
  splitBackground,
} from '../../src/lottie/index.ts';
import { NO_ENTRIES } from '../../src/mapping/index.ts';
import { timelineOf } from '../../src/output/timeline.ts';
import { planSegments } from '../../src/render/plan.ts';
import type { Template } from '../../src/template/index.ts';
import { workOf } from '../support/work.ts';
import { HOSTILE_DOCUMENTS, packageOf } from './documents.ts';

const TIMES = 8;
/** Sorting grows slightly faster than linearly; quadratic growth would be 64. */
const MAX = 20;

/** A refusal is a valid outcome, too. */
async function orRefusal<T>(work: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

/** All steps before drawing, with the work of each. */
async function costs(name: string, size: number): Promise<Record<string, number>> {
  const source = packageOf(HOSTILE_DOCUMENTS[name]?.(size) ?? { animation: {} });
  let template: Template | undefined;
  const imported = await workOf(async () => {
    template = await orRefusal(() => importTemplate(source));
  });
  if (!template) return { import: imported };
  const whole = template;
  let lottie: Lottie = whole.lottie;
  const images = { editables: new Map(), assets: new Map() };
  const composed = await workOf(() =>
    orRefusal(() => {
      lottie = compose({ template: whole, mapping: NO_ENTRIES, images, fallbacks: [] }).composition
        .lottie;
    }),
  );
  const timeline = timelineOf({ first: 0, count: frameCount(lottie) }, lottie.fr, 30);
  const frames = Array.from({ length: 60 }, (_, frame) => frame);
  return {
    import: imported,
    compose: composed,
    videos: await workOf(() => orRefusal(() => videoRequirements(whole))),
    plan: await workOf(() => planSegments(lottie, timeline)),
    prune: await workOf(() => canonical(prune(lottie, 0, 60))),
    repeats: await workOf(() => repeatedFrames(lottie, frames)),
    background: await workOf(() => splitBackground(lottie, 0, 60)),
    opaque: await workOf(() => isOpaque(lottie)),
  };
}

/** Returns the steps whose work grows faster than the size of a document. */
export async function stepsBeyondLinear(name: string, size: number): Promise<[string, number][]> {
  const small = await costs(name, size);
  const large = await costs(name, size * TIMES);
  return (
    Object.entries(large)
      // Too little work shows no growth.
      .map(([part, cost]): [string, number] => [part, cost / Math.max(1000, small[part] ?? 0)])
      .filter(([, factor]) => factor > MAX)
  );
}
