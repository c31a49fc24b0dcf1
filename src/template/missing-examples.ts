import { allLayers, isPrecomp } from '../lottie/index.ts';
import type { Template } from './types.ts';

/** Returns the names of required editables that show nothing by themselves: the package lacks their file. */
export function missingExamples(template: Template): string[] {
  const { lottie, images, films, editables } = template;
  const shown = new Set(allLayers(lottie).map(({ layer }) => layer.refId));
  const lacking = (lottie.assets ?? []).flatMap((asset) => {
    if (isPrecomp(asset) || asset.sid === undefined || !shown.has(asset.id)) return [];
    return images.has(asset.id) || films.has(asset.id) ? [] : [asset.sid];
  });
  return [...new Set(lacking)].filter((name) => editables[name]?.required);
}
