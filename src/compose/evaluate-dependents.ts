import { findMessage, say, someOf, worded } from '../base/index.ts';
import {
  allLayers,
  type DependentExpressions,
  dependentLayers,
  expressionsIn,
  frameCount,
  type Lottie,
} from '../lottie/index.ts';
import { entryOf, type ParsedMapping } from '../mapping/index.ts';
import { boundName, documentsOf, type Template, targetsOf } from '../template/index.ts';
import type { FontFace } from '../text/index.ts';
import { boundShapes } from './bound-shapes.ts';
import { channelsOf } from './color.ts';
import { hasControlEntries, setControls } from './controls.ts';
import {
  type BakedProperty,
  type DependentValues,
  NO_DEPENDENT_VALUES,
} from './dependent-values.ts';
import { replaceExpression } from './replace-expression.ts';
import { setColors } from './set-colors.ts';
import { libraryOf, type SuppliedFont } from './texts/font-library.ts';
import { type MeasureText, textMeasurer } from './texts/measure-texts.ts';
import type { TextWarning } from './texts/text-warnings.ts';

/**
 * Evaluates filled dependent expressions. `frames`, counted from the in-point, are all frames by
 * default. `part` is the part of the CPU time that the evaluation may use.
 */
export type BakeDependents = (
  expressions: DependentExpressions,
  options: { measure: MeasureText; frames?: readonly number[]; part?: number },
) => Promise<{
  baked: ReadonlyMap<number, BakedProperty>;
  failed: readonly { node: number; reason: string }[];
  partly: readonly { node: number; reason: string }[];
}>;

type EvaluationInputs = {
  template: Template;
  mapping: ParsedMapping;
  fallbacks: readonly FontFace[];
  suppliedFonts: readonly SuppliedFont[];
  bake: BakeDependents;
};

/** Maximum characters of all keyframes of a text that an expression writes. */
const MAX_TEXT_CHARACTERS = 20_000;
/** A text in a keyframe costs at least as much as this number of characters. */
const MIN_COST = 50;
const MAX_WARNINGS = 10;
const MAX_NAME = 200;

/**
 * Evaluates the expressions whose inputs the mapping changes: with its texts, colors, controls and
 * fonts, and with the sizes of the texts as they are drawn. Returns no values if there are none. Never throws for an expression: `warnings` names those that failed.
 */
export async function evaluateDependents(inputs: EvaluationInputs): Promise<DependentValues> {
  const { template, mapping, fallbacks, suppliedFonts, bake } = inputs;
  const { dependentExpressions: expressions } = template;
  if (!expressions || !affectsDependents(expressions, mapping, suppliedFonts))
    return NO_DEPENDENT_VALUES;
  const lottie = structuredClone(expressions.lottie);
  setControls(lottie, mapping);
  if (hasControlEntries(mapping)) boundShapes(lottie, expressions.lottie);
  setColors(lottie, mapping);
  fillTexts(lottie, mapping);
  // Dependent expressions have no outlines of letters.
  const fonts = libraryOf({ template, lottie: template.lottie, mapping, suppliedFonts, fallbacks });
  const measure = textMeasurer({ template, mapping, fonts });
  const { baked, failed, partly } = await evaluate({ ...expressions, lottie }, template.lottie, {
    bake,
    measure,
  });
  const paths = pathsOf(template.lottie);
  const layers = pathsOf(expressions.lottie);
  const keptProperties = new Map<number, BakedProperty>();
  const reasons = new Map(failed.map(({ node, reason }) => [node, reason]));
  for (const node of nodesOf(expressions)) {
    const values = baked.get(node);
    if (!values || reasons.has(node)) continue;
    if (isTooLong(values)) reasons.set(node, 'The text that it returns is too long.');
    else if (paths.has(node)) keptProperties.set(node, values);
    else reasons.set(node, 'The template has lost the property. Upgrade or import it again.');
  }
  const inParts = new Map(partly.map(({ node, reason }) => [node, reason]));
  const warnings = [...warningsOf(reasons, layers, false), ...warningsOf(inParts, layers, true)];
  return { baked: keptProperties, warnings };
}

type Evaluation = { bake: BakeDependents; measure: MeasureText };

/**
 * Evaluates all frames. Values that did not change over time at the import are evaluated in three
 * frames first: this takes a fraction of the time, and is enough if they are equal.
 */
async function evaluate(
  expressions: DependentExpressions,
  imported: Lottie,
  { bake, measure }: Evaluation,
) {
  const count = frameCount(expressions.lottie);
  if (count <= PROBES || usesTime(expressions) || !isStill(imported))
    return bake(expressions, { measure });
  const frames = [0, Math.floor(count / 2), count - 1];
  const part = 1 / 2;
  const result = await bake(
    { ...expressions, lottie: alwaysShown(expressions.lottie) },
    { measure, frames, part },
  );
  return [...result.baked.values()].every(isConstant)
    ? result
    : bake(expressions, { measure, part });
}

const MEASURES = 'sourceRectAtTime';
const PROBES = 3;
/** Functions and values that change over time, or that depend on when a layer is shown. */
const TIME =
  /\b(?:time|wiggle|random|gaussRandom|noise|seedRandom|loop\w+|valueAtTime|speed\w*|velocity\w*|marker|posterizeTime|inPoint|outPoint|startTime|timeTo\w+|framesTo\w+|nearestKey|key|smooth|active|frameDuration)\b/;

/** The size of a text that does not move. Its argument is nearly always the current time. */
const TEXT_SIZE = /\bsourceRectAtTime\([^()]{0,100}\)/g;

/** Whether an expression may depend on time. Reading the size of a text at a time does not count. */
function usesTime({ lottie }: DependentExpressions): boolean {
  return allLayers(lottie).some(({ layer }) =>
    expressionsIn(layer).some((code) => TIME.test(code.replaceAll(TEXT_SIZE, ''))),
  );
}

function isStill(imported: Lottie): boolean {
  return dependentLayers(imported).every(({ dependents }) => dependents.every(isConstant));
}

/** Whether a property, or the list of a text's documents, has a single value. */
function isConstant({ k }: { k?: unknown }): boolean {
  const [first, second] = Array.isArray(k) ? (k as unknown[]) : [];
  return typeof first !== 'object' || first === null || second === undefined;
}

/** Returns the document with its layers shown in all frames, so that each frame evaluates them. */
function alwaysShown(lottie: Lottie): Lottie {
  const copy = structuredClone(lottie);
  for (const { layer } of allLayers(copy)) Object.assign(layer, { ip: -1e6, op: 1e6 });
  return copy;
}

/** The numbers of the expressions. */
function nodesOf({ lottie }: DependentExpressions): number[] {
  return dependentLayers(lottie).flatMap(({ dependents }) => dependents.map(({ xn }) => xn));
}

/**
 * Whether a mapping changes a text, color, control or font that the expressions read. The sizes of texts are always
 * evaluated, because they depend on the fonts that are there.
 */
export function affectsDependents(
  expressions: DependentExpressions,
  { entries, fontChanges }: ParsedMapping,
  suppliedFonts: readonly unknown[],
): boolean {
  const layers = allLayers(expressions.lottie).map(({ layer }) => layer);
  if (layers.some((layer) => expressionsIn(layer).some((code) => code.includes(MEASURES))))
    return true;
  const isText = layers.some((layer) => documentsOf(layer).length > 0);
  if (isText && (suppliedFonts.length > 0 || Object.keys(fontChanges).length > 0)) return true;
  for (const name of namesIn(expressions)) if (Object.hasOwn(entries, name)) return true;
  return false;
}

const namesByExpressions = new WeakMap<DependentExpressions, ReadonlySet<string>>();

/** The names of the editables that expressions read. Images keep the size of their area, so they are left out. */
function namesIn(expressions: DependentExpressions): ReadonlySet<string> {
  const knownNames = namesByExpressions.get(expressions);
  if (knownNames) return knownNames;
  const foundNames = new Set<string>();
  const open: unknown[] = [
    expressions.lottie.fonts?.list,
    ...allLayers(expressions.lottie).map((l) => l.layer),
  ];
  for (let value = open.pop(); open.length > 0 || value !== undefined; value = open.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    if (Array.isArray(value) && typeof value[0] === 'number') continue;
    for (const [key, part] of Object.entries(value)) {
      if (typeof part === 'object') open.push(part);
      else if (/^(sid|fcSid|scSid)$/.test(key)) foundNames.add(String(part));
    }
  }
  namesByExpressions.set(expressions, foundNames);
  return foundNames;
}

/** Code of an expression that reads the layer's own text, such as `text.sourceText + "!"`. */
const READS_OWN_TEXT = /\bthisLayer\b|(?:^|[^.\w$])(?:text\s*\.|sourceText)/;

/**
 * Sets the customer's texts as they are: the layout is measured, and not written. An expression that
 * would replace such a text by another has no effect.
 */
function fillTexts(lottie: Lottie, mapping: ParsedMapping): void {
  for (const target of targetsOf(lottie)) {
    if (target.type !== 'text') continue;
    const entry = entryOf(mapping, boundName(target), 'text');
    if (!entry) continue;
    if (target.layer.t) replaceExpression(target.layer.t.d, READS_OWN_TEXT);
    for (const document of documentsOf(target.layer)) {
      document.t = entry.text.replaceAll(/\r\n?|\n/g, '\r');
      if (entry.color !== undefined) document.fc = channelsOf(entry.color).slice(0, 3);
    }
  }
}

/** The path of the layer of each expression that depends on editables. */
function pathsOf(lottie: Lottie): ReadonlyMap<number, string> {
  return new Map(
    dependentLayers(lottie).flatMap(({ path, dependents }) =>
      dependents.map(({ xn }): [number, string] => [xn, path]),
    ),
  );
}

/** Whether the texts of all keyframes together exceed the limit. Short texts count as `MIN_COST` each. */
function isTooLong({ k }: BakedProperty): boolean {
  if (!Array.isArray(k)) return false;
  let characters = 0;
  for (const key of k as { s?: { t?: unknown } | null }[]) {
    const text = key?.s?.t;
    if (typeof text === 'string') characters += Math.max(MIN_COST, text.length);
  }
  return characters > MAX_TEXT_CHARACTERS;
}

/** One warning for each reason, with the paths of some layers. `isInParts`: the values are right in the other frames. */
function warningsOf(
  reasons: ReadonlyMap<number, string>,
  paths: ReadonlyMap<number, string>,
  isInParts: boolean,
): TextWarning[] {
  const byReason = Map.groupBy([...reasons], ([, reason]) => reason);
  return [...byReason].slice(0, MAX_WARNINGS).map(([reason, nodes]) => {
    const layerPaths = nodes.map(([node]) =>
      (paths.get(node) ?? 'the composition').slice(0, MAX_NAME),
    );
    const layers = someOf([...new Set(layerPaths)], MAX_WARNINGS);
    const why = findMessage(reason);
    const message = isInParts
      ? say`Expressions of ${layers} could not be evaluated with these values in some frames: ${why}`
      : say`Expressions of ${layers} could not be evaluated with these values, so the template's own values are shown: ${why}`;
    return { code: 'expression_failed', ...worded(message) };
  });
}
