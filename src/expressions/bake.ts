import {
  allLayers,
  type DependentExpressions,
  LAYER,
  type Layer,
  type Lottie,
} from '../lottie/index.ts';
import { BakeEnded, keepSpare, takeProcess } from './bake-process.ts';
import { findExpressions } from './find-expressions.ts';
import { composeLimits, importLimits } from './limits.ts';
import { type BakeJob, TOO_LONG } from './run-bake.ts';
import type { BakeFailure, BakeOptions, BakeResult } from './types.ts';

const still = <T>(k: T) => ({ a: 0 as const, k });

const MAX_KILLS = 4;
/** With less than this part of the CPU time, no further attempt is made. */
const MIN_PART = 1 / 8;

/**
 * Runs the numbered expressions (`xn`) of a document and returns their values as keyframes. Never
 * throws for an expression: each one that fails, or that takes too long, is in `failed`, and the
 * others are returned. The document is not changed. Only CPU time is limited: a process that waits for the
 * processor of a busy machine must not change the video.
 */
export async function bake(lottie: Lottie, options: BakeOptions = {}): Promise<BakeResult> {
  const limits = { ...importLimits(), ...options.limits };
  const numbers = findExpressions(lottie).flatMap(({ node }) => node.xn ?? []);
  const job: BakeJob = {
    text: JSON.stringify(completeLayers(lottie)),
    limits,
    dataFiles: [...(options.dataFiles ?? [])],
    leftOut: [],
    announceEach: false,
    ...(options.frames && { frames: options.frames }),
  };
  for (let kills = 0; ; kills++) {
    const sandbox = takeProcess(limits.memoryBytes);
    try {
      const { baked, failed, partly } = await sandbox.bake(job, options.measure);
      return {
        baked: new Map(baked),
        failed: failed.map(failureOf),
        partly: partly.map(failureOf),
      };
    } catch (error) {
      if (!(error instanceof BakeEnded)) throw error;
      const { expression, message } = error;
      const isKnown = expression >= 0 && !job.leftOut.some(([id]) => id === expression);
      if (isKnown) job.leftOut.push([expression, TOO_LONG]);
      // The time that is gone is not given again.
      const cpuMs = job.limits.cpuMs - error.cpuMs;
      const isOver = cpuMs < limits.cpuMs * MIN_PART;
      if (kills >= MAX_KILLS || (!isKnown && job.announceEach) || isOver) {
        const reasons = new Map(job.leftOut);
        return {
          baked: new Map(),
          partly: [],
          failed: numbers.map((node) => ({ node, reason: reasons.get(node) ?? message })),
        };
      }
      job.announceEach = !isKnown;
      job.limits = { ...job.limits, cpuMs };
    }
  }
}

function failureOf([node, reason]: [number, string]): BakeFailure {
  return { node, reason };
}

/**
 * Runs dependent expressions after their texts, colors and controls were changed, and returns the new
 * values of the properties by their number (`xn`), which the template's animation has, too. Never throws
 * for an expression. `expressions` is not changed.
 */
export function bakeDependents(
  expressions: DependentExpressions,
  options: BakeOptions = {},
): Promise<BakeResult> {
  const limits = { ...composeLimits(), ...options.limits };
  return bake(expressions.lottie, {
    dataFiles: new Map(expressions.dataFiles),
    ...options,
    limits: { ...limits, cpuMs: limits.cpuMs * (options.part ?? 1) },
  });
}

/** Prepares for the next bake, which then begins at once. Does not keep the process alive. */
export function keepWarm(): void {
  keepSpare(importLimits().memoryBytes);
}

/**
 * Returns the document with the fields that lottie-web reads of each layer and that some exporters leave
 * out. Without them it stops at the layer, and no expression of the document is evaluated.
 */
function completeLayers(lottie: Lottie): Lottie {
  const complete = structuredClone(lottie);
  const expressionLayers = new Set(findExpressions(complete).map(({ layer }) => layer));
  for (const { layer } of allLayers(complete)) {
    completeText(layer);
    completeRotation(layer);
    // A layer of an audio editable may have no file.
    if (layer.ty === LAYER.audio && !expressionLayers.has(layer))
      Object.assign(layer, hiddenFields());
  }
  return complete;
}

/** Adds the fields of a text that expressions may read and exporters leave out. */
function completeText({ t: text }: Layer): void {
  const options = text as { a?: unknown; m?: unknown; p?: unknown } | null | undefined;
  if (typeof options !== 'object' || options === null) return;
  const { a, m, p } = options;
  const hasAnchor = typeof (m as { a?: unknown } | null | undefined)?.a === 'object';
  if (!Array.isArray(a)) options.a = [];
  options.p = p ?? {};
  if (!hasAnchor) options.m = { g: 1, a: still([0, 0]) };
}

/** A layer that turns in space has all of its rotations. */
function completeRotation({ ks }: Layer): void {
  const transform = ks as Record<string, unknown> | null | undefined;
  if (!transform || !['rx', 'ry', 'rz', 'or'].some((key) => key in transform)) return;
  const { r = still(0) } = transform;
  for (const key of ['rx', 'ry']) transform[key] ??= still(0);
  transform['rz'] ??= r;
  transform['or'] ??= still([0, 0, 0]);
}

function hiddenFields(): Partial<Layer> {
  const ks = { o: still(100), r: still(0), p: still([0, 0, 0]), a: still([0, 0, 0]) };
  return { ty: LAYER.null, ks: { ...ks, s: still([100, 100, 100]) } };
}
