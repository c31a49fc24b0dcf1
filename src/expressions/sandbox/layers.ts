/* Parts of the code in driver.ts, whose names they use. */

/**
 * What expressions read of layers and compositions, and lottie-web lacks: data files, compositions by
 * name, sizes, times and names.
 */
export const LAYERS = /* js */ `  const fileOf = ({ u = '', p = '' }) => String(u) + String(p);
  const parsedFiles = new Map();
  function dataOf(path) {
    const files = options.dataFiles;
    if (!Object.hasOwn(files, path)) throw new Error('the data file ' + stringify(path) + ' is not in the package');
    if (!parsedFiles.has(path)) {
      try { parsedFiles.set(path, parse(files[path])); } catch { throw new Error('the data file ' + stringify(path) + ' is not JSON'); }
    }
    return parsedFiles.get(path);
  }
  // A part of a list is named by the name of the list and its position, such as 'weather 0'.
  const outline = (at, name) => (key) => {
    const text = String(key), index = Array.isArray(at) ? parseInt(text.startsWith(name) ? text.slice(name.length) : text, 10) : text;
    if (at === null || typeof at !== 'object' || !Object.hasOwn(at, index)) throw new Error('the data has no ' + stringify(text));
    const found = at[index];
    return typeof found === 'object' && found !== null ? outline(found, text) : found;
  };
  function dataInterface(elem) {
    const path = fileOf(elem.assetData || {});
    const source = { get sourceText() { dataOf(path); return options.dataFiles[path]; }, get sourceData() { return dataOf(path); } };
    const of = (group) => group === 'Data' ? (part) => part === 'Outline' ? outline(dataOf(path), '') : null : null;
    return assign(of, { source });
  }

  const name = (target, text) => defineProperty(target, 'name', { get: () => text, configurable: true });
  const assetsById = new Map();
  function describe(layer, { ty, nm, st, sw, sh, refId }, elem) {
    const asset = assetsById.get(refId) || {};
    name(layer, nm);
    layer.startTime = (st || 0) / elem.comp.globalData.frameRate;
    if (ty === 1) { layer.width = sw; layer.height = sh; }
    else if (ty === 2) { layer.width = asset.w || 0; layer.height = asset.h || 0; }
    else if (ty === 4 || ty === 5) {
      const own = elem.comp.data || {}, size = elem.globalData.compSize || {};
      layer.width = own.w || size.w; layer.height = own.h || size.h;
    }
    if (!layer.effect) return;
    layer.effect = checkedEffects(layer.effect);
    layer.essentialProperty = (key) => layer.effect('ADBE Layer Overrides')(key);
  }
  function checkedEffects(original) {
    const effects = (key) => {
      const found = original(key);
      if (!found) throw new Error('it refers to the effect ' + stringify(key) + ', which does not exist');
      return found;
    };
    defineProperties(effects, ownParts(original));
    return effects;
  }
  function ownParts(original) {
    const { length, name, prototype, ...rest } = getOwnPropertyDescriptors(original);
    return rest;
  }

  // In After Effects a layer that is missing is an error, with a message that names it.
  function checkedComp(original, data) {
    const comp = (key) => {
      const layer = original(key);
      if (!layer && key !== 0) throw new Error('it refers to the layer ' + stringify(key) + ', which does not exist');
      return layer;
    };
    const { layer: left, ...rest } = ownParts(original);
    defineProperties(comp, rest);
    comp.layer = comp;
    comp.marker = $fp.marker;
    comp.duration = data.duration;
    name(comp, data.name);
    return comp;
  }
  const compData = ({ nm, refId, ip = 0, op = 0 }, rate) =>
    ({ name: (assetsById.get(refId) || {}).nm || nm, duration: (op - ip) / rate });

  // lottie-web finds a composition only by the name of a layer that shows it.
  intercept('setProjectInterface', (original) => function (project) {
    const byName = function (key) {
      const list = byName.compositions, found = list.find(({ data }) => data && data.nm === key)
        || list.find(({ data }) => data && (assetsById.get(data.refId) || {}).nm === key);
      const shown = found && (found.compInterface || (found === animation?.renderer && found.compInterface));
      if (!shown) throw new Error('it refers to the composition ' + stringify(key) + ', which is not shown');
      if (found.prepareFrame && found.data.xt) found.prepareFrame(byName.currentFrame);
      return shown;
    };
    const { compositions, registerComposition } = project;
    return original.call(this, assign(byName, { compositions, registerComposition, currentFrame: 0 }));
  });

`;

/**
 * Properties that lottie-web does not read, such as those of layer styles. Each becomes the value of an
 * effect of its layer, which it reads.
 */
export const CARRIERS = /* js */ `  const KNOWN_ANIMATORS = new Set(['r', 'rx', 'ry', 'sk', 'sa', 's', 'a', 'o', 'p', 'sw', 'sc', 'fc', 'fh', 'fs', 'fb', 't']);
  const listOf = (value) => (Array.isArray(value) ? value : []);
  function carry(layer) {
    const carried = [];
    const take = (holder, key) => {
      const property = holder && holder[key];
      if (!property || typeof property.x !== 'string' || !('k' in property)) return;
      const { x, ...plain } = property;
      carried.push(property);
      holder[key] = plain;
    };
    for (const style of listOf(layer.sy)) for (const key of Object.keys(style || {})) take(style, key);
    for (const mask of listOf(layer.masksProperties)) {
      mask.x = mask.x || { a: 0, k: 0 };
      mask.o = mask.o || { a: 0, k: 100 };
      take(mask, 'x'); take(mask, 'f');
    }
    take(layer, 'pe');
    for (const animator of listOf(layer.t && layer.t.a)) {
      const values = (animator && animator.a) || {};
      for (const key of Object.keys(values)) if (!KNOWN_ANIMATORS.has(key)) take(values, key);
    }
    carryShapes(layer.shapes, take);
    if (carried.length === 0) return;
    const effects = carried.map((v, i) => ({ ty: isList(v) ? 3 : 0, nm: '', mn: '', ix: i + 1, v }));
    layer.ef = [...listOf(layer.ef), { ty: 5, nm: '', mn: '', ix: 10000, en: 1, ef: effects }];
  }
  function carryShapes(shapes, take) {
    for (const shape of listOf(shapes)) {
      if (!shape) continue;
      if (shape.ty === 'tw') { take(shape, 'a'); take(shape, 'c'); }
      take(shape, 'ml2');
      carryShapes(shape.it, take);
    }
  }
  const isList = ({ k }) => Array.isArray(k) && (typeof k[0] === 'number' || (Array.isArray(k[0] && k[0].s) && k[0].s.length > 1));
  function prepared(lottie) {
    for (const asset of listOf(lottie.assets)) if (asset) {
      assetsById.set(asset.id, asset);
      for (const layer of listOf(asset.layers)) carry(layer);
    }
    for (const layer of listOf(lottie.layers)) carry(layer);
    return lottie;
  }

`;
