import { type DependentExpressions, eachObject, type Lottie } from '../lottie/index.ts';
import { bake } from './bake.ts';
import { findDependents } from './find-dependents.ts';
import { type ExpressionNode, findExpressions } from './find-expressions.ts';
import { freezeUnread } from './freeze-unread.ts';
import { importLimits } from './limits.ts';
import { measureByChars } from './measure-chars.ts';
import { pruneForExpressions } from './prune-for-expressions.ts';
import type { BakeFailure, BakeOptions } from './types.ts';
import { withinLimits } from './within-limits.ts';

/** An expression that was left out. */
export type LeftOut = { layerPath: string; reason: string };

/** Counts of a document's expressions by outcome. */
export type ExpressionReport = {
  /** Properties whose values were written out, and those of them that move. */
  written: number;
  moving: number;
  /** Expressions that depend on an editable. */
  dependent: number;
  /** Expressions with random numbers. */
  random: number;
  leftOut: LeftOut[];
  /** Written expressions whose values are not right in some frames or places. */
  partly: LeftOut[];
};

const RANDOM = /\b(?:wiggle|random|gaussRandom)\b/;

/**
 * Replaces the expressions of a document by keyframes, in place. An expression that fails stays where
 * it is, and is reported. Also returns those that depend on editables, if there are any; the
 * document's editables must have been bound before.
 */
export async function bakeExpressions(
  lottie: Lottie,
  options: BakeOptions = {},
): Promise<{
  report: ExpressionReport | undefined;
  dependentExpressions: DependentExpressions | undefined;
}> {
  const nodes = findExpressions(lottie);
  if (nodes.length === 0) return { report: undefined, dependentExpressions: undefined };
  const limits = { ...importLimits(), ...options.limits };
  const report: ExpressionReport = {
    written: 0,
    moving: 0,
    dependent: 0,
    random: nodes.filter(({ node }) => RANDOM.test(node.x.slice(0, 100_000))).length,
    leftOut: [],
    partly: [],
  };
  const characters = nodes.reduce((sum, { node }) => sum + node.x.length, 0);
  const excess = excessReason(nodes.length, characters, limits);
  if (excess !== undefined) {
    report.leftOut = nodes.map(({ layerPath }) => ({ layerPath, reason: excess }));
    return { report, dependentExpressions: undefined };
  }
  eachObject(lottie, (value: { xn?: unknown }) => {
    if ('xn' in value) delete value.xn;
  });
  for (const [number, { node }] of nodes.entries()) node.xn = number;
  const result = await bake(
    pruneAndFreeze(
      lottie,
      nodes.map(({ node }) => node),
    ),
    { measure: measureByChars(lottie), ...options, limits },
  );
  const { keptProperties: baked, failed } = withinLimits(lottie, result.baked);
  const partly = result.partly.filter(({ node }) => baked.has(node));
  const byNumber = new Map(
    nodes.map((expressionNode) => [expressionNode.node.xn ?? -1, expressionNode]),
  );
  const dependents = new Set(
    findDependents(lottie, nodes).filter(({ node }) => baked.has(node.xn ?? -1)),
  );
  const originals = new Map(
    [...dependents].map((expressionNode) => [expressionNode.node, { ...expressionNode.node }]),
  );
  for (const [number, { a, k }] of baked) {
    const expressionNode = byNumber.get(number);
    if (!expressionNode) continue;
    const { node } = expressionNode;
    Object.assign(node, { k }, a === undefined ? {} : { a });
    delete (node as { x?: string }).x;
    report.written++;
    if (a === 1 || (a === undefined && (k as unknown[]).length > 1)) report.moving++;
  }
  const located = (list: readonly BakeFailure[]) =>
    list.flatMap(({ node, reason }) => {
      const expressionNode = byNumber.get(node);
      return expressionNode ? [{ layerPath: expressionNode.layerPath, reason }] : [];
    });
  report.leftOut = located([...result.failed, ...failed]);
  report.partly = located(partly);
  report.dependent = dependents.size;
  const dependentExpressions =
    dependents.size > 0 ? dependentExpressionsOf(lottie, originals, options) : undefined;
  for (const expressionNode of nodes)
    if (!dependents.has(expressionNode)) delete expressionNode.node.xn;
  return { report, dependentExpressions };
}

/** Returns why the expressions are not run at all; undefined if they are within the limits. */
function excessReason(
  expressions: number,
  characters: number,
  limits: { expressions: number; characters: number },
): string | undefined {
  if (expressions > limits.expressions)
    return `The animation has ${expressions} expressions, and at most ${limits.expressions} are run.`;
  if (characters > limits.characters)
    return `All expressions have ${characters} characters, and at most ${limits.characters} are run.`;
  return undefined;
}

/** Returns a copy of a document with only what the expressions of these properties need. */
function pruneAndFreeze(lottie: Lottie, keptNodes: readonly ExpressionNode['node'][]): Lottie {
  const copy = pruneForExpressions(lottie, keptNodes);
  freezeUnread(copy);
  return copy;
}

/** Returns the written document, in which the dependent properties are as they were, and its data files. */
function dependentExpressionsOf(
  lottie: Lottie,
  originals: ReadonlyMap<ExpressionNode['node'], ExpressionNode['node']>,
  options: BakeOptions,
): DependentExpressions {
  const written = new Map([...originals.keys()].map((node) => [node, { ...node }]));
  for (const [node, original] of originals) Object.assign(node, original);
  const copy = pruneAndFreeze(lottie, [...originals.keys()]);
  for (const [node, { a, k }] of written) {
    Object.assign(node, { k }, a === undefined ? {} : { a });
    delete (node as { x?: string }).x;
  }
  return { lottie: copy, dataFiles: [...(options.dataFiles ?? [])] };
}
