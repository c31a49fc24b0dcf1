import { AppError, fault, quoted, say } from '../../base/index.ts';
import { allLayers, type Layer, type Lottie } from '../../lottie/index.ts';
import { boundName, type ImportWarning, type Target } from '../../template/index.ts';
import type { TargetIndex } from '../target-index.ts';
import type { TemplateJson } from '../template-json.ts';
import { captionsWarning } from './captions-warning.ts';

/** The name of a text layer in whose place captions are drawn. */
const NAME = /^\s*captions\s*$/i;
/** Maximum number of layers with this name in which captions are drawn. */
const MAX_LAYERS = 50;

/** Only the import writes `captions` on a layer, so one in the file is removed. */
export function forgetCaptionMarks(lottie: Lottie): void {
  for (const { layer } of allLayers(lottie)) delete layer.captions;
}

/**
 * Returns the text layers that template.json names for captions; empty if it names none. Throws
 * `template_json_invalid` for a path without a text, and for one that an editable names too.
 */
export function declaredCaptions(json: TemplateJson, index: TargetIndex): ReadonlySet<Layer> {
  const path = layerIn(json);
  if (path === undefined) return new Set();
  const layers = new Set(index.matching(path, 'text').map(({ layer }) => layer));
  if (layers.size === 0) {
    const message = say`template.json: expected a text layer for the captions but ${quoted(path.slice(0, 200))} is none.`;
    const hint = index.similarTo(path, 'text');
    throw invalid(fault('template_json_invalid', message, { hint, pointer: '/captions/layer' }));
  }
  for (const [name, { type = 'text', targets = [] }] of Object.entries(json.editables ?? {})) {
    if (type !== 'text' || !targets.includes(path)) continue;
    const message = say`template.json: expected a layer of its own for the captions but ${quoted(path.slice(0, 200))} is a target of the editable ${quoted(name)}.`;
    const hint = 'Name each target only once.';
    throw invalid(
      fault('template_json_invalid', message, { hint, editable: name, pointer: '/captions/layer' }),
    );
  }
  for (const { t } of layers) delete t?.d.sid;
  return layers;
}

function invalid(problem: ReturnType<typeof fault>): AppError {
  return AppError.fromFaults([problem]);
}

function layerIn({ captions }: TemplateJson): string | undefined {
  return captions === false ? undefined : captions?.layer;
}

/**
 * Marks the layers in whose place captions are drawn: those that template.json names, or the texts called
 * `captions` that no editable changes. Call it when editables have been found.
 */
export function markCaptions(
  targets: readonly Target[],
  declaredLayers: ReadonlySet<Layer>,
  json: TemplateJson,
): ImportWarning[] {
  let count = 0;
  const mark = (layer: Layer) => {
    layer.captions = count;
    count += 1;
  };
  for (const layer of declaredLayers) if (count < MAX_LAYERS) mark(layer);
  if (json.captions === false || declaredLayers.size > 0) return [];
  const warnings: ImportWarning[] = [];
  for (const target of targets) {
    const { layer, path } = target;
    if (target.type !== 'text' || !NAME.test(String(layer.nm).slice(0, 100))) continue;
    const editable = boundName(target);
    if (editable !== undefined)
      warnings.push(captionsWarning({ reason: 'editable', name: editable, path }));
    else if (json.captions?.box ?? json.captions?.safe_area)
      warnings.push(captionsWarning({ reason: 'place', path }));
    else if (count >= MAX_LAYERS)
      warnings.push(captionsWarning({ reason: 'many', most: MAX_LAYERS, path }));
    else mark(layer);
  }
  return warnings;
}
