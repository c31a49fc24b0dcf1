/* Parts of the code in driver.ts, whose names they use. */

/** Bounds of texts and shapes, for sourceRectAtTime. */
export const BOUNDS = /* js */ `  const measured = new Map();
  function textBounds(elem) {
    elem.prepareFrame(elem.comp.renderedFrame - elem.data.st);
    const { t, f, s, tr, lh, ls, j, sz, ps, ca } = elem.textProperty.currentData;
    const text = stringify({ layer: String(elem.data.nm), document: { t, f, s, tr, lh, ls, j, sz, ps, ca } });
    let bounds = measured.get(text);
    if (!bounds) {
      bounds = parse(hostMeasure(text));
      if (measured.size < 10000) measured.set(text, bounds);
    }
    return assign({}, bounds);
  }

  function shapeBounds(elem) {
    let left = Infinity, top = Infinity, right = -Infinity, bottom = -Infinity;
    const add = (matrices, x, y, r) => {
      for (let i = matrices.length - 1; i >= 0; i--) { const p = matrices[i].applyToPointArray(x, y, 0); x = p[0]; y = p[1]; }
      left = min(left, x - r); top = min(top, y - r); right = max(right, x + r); bottom = max(bottom, y + r);
    };
    for (const shape of elem.shapes || []) {
      const path = shape.sh;
      if (!path || !shape.transformers) continue;
      if (path.getValue && !path.lock) path.getValue();
      const matrices = shape.transformers.map((t) => { if (t.mProps.getValue) t.mProps.getValue(); return t.mProps.v; });
      let radius = 0;
      for (const style of shape.styles || []) if (style.type === 'st' || style.type === 'gs') radius = max(radius, (style.widthOf ? style.widthOf() : 0) / 2);
      const paths = path.paths && path.paths.shapes ? path.paths.shapes : [path.v];
      const count = path.paths ? path.paths._length : 1;
      for (let n = 0; n < count; n++) if (paths[n]) pathBounds(paths[n], (x, y) => add(matrices, x, y, radius));
    }
    return left > right ? { left: 0, top: 0, width: 0, height: 0 } : { left, top, width: right - left, height: bottom - top };
  }

  /** Calls add for the ends and the extremes of each curve. */
  function pathBounds(path, add) {
    const length = path._length;
    for (let n = 0; n < length; n++) {
      add(path.v[n][0], path.v[n][1]);
      const next = n + 1 < length ? n + 1 : path.c ? 0 : -1;
      if (next < 0) continue;
      const p = [path.v[n], path.o[n], path.i[next], path.v[next]];
      const at = (d, t) => { const u = 1 - t; return u * u * u * p[0][d] + 3 * u * u * t * p[1][d] + 3 * u * t * t * p[2][d] + t * t * t * p[3][d]; };
      for (let d = 0; d < 2; d++) for (const t of extremes(p, d)) add(at(0, t), at(1, t));
    }
  }
  function extremes(p, d) {
    const a = 3 * (-p[0][d] + 3 * p[1][d] - 3 * p[2][d] + p[3][d]), b = 6 * (p[0][d] - 2 * p[1][d] + p[2][d]), c = 3 * (p[1][d] - p[0][d]);
    const found = [];
    if (abs(a) < 1e-9) { if (b !== 0) found.push(-c / b); }
    else { const q = b * b - 4 * a * c; if (q >= 0) found.push((-b + q ** 0.5) / (2 * a), (-b - q ** 0.5) / (2 * a)); }
    return found.filter((t) => t > 0 && t < 1);
  }

`;

/** Names that lottie-web does not give to expressions, by their code. They are added where code uses them. */
export const SCOPE = /* js */ `  const layerValue = (name) => '(transform ? transform.' + name + ' : undefined)';
  const BARE = [
    ['footage', () => '$fp.footage'], ['marker', () => '$fp.marker'], ['noise', () => '$fp.noise'],
    ['dot', () => '$fp.dot'], ['cross', () => '$fp.cross'], ['hexToRgb', () => '$fp.hexToRgb'],
    ['startTime', () => 'thisLayer.startTime'],
    ...['position', 'rotation', 'scale', 'opacity'].map((name) => [name, () => layerValue(name)]),
    ['wiggle', (id) => 'function (f, a, o, m, t) { return $fp.wiggle(' + id + ', value, f, a, o, m, t === undefined ? time : t); }'],
    ['gaussRandom', () => 'function (a, b) { var s = 0; for (var i = 0; i < 12; i++) s += random(); s = (s - 6) / 3.2 / 2 + 0.5; return b === undefined ? (a === undefined ? s : s * a) : a + (b - a) * s; }'],
  ].map(([name, code]) => ({
    name, code,
    used: new RegExp('(?:^|[^.\\\\w$])' + name + '\\\\b'),
    declared: new RegExp('\\\\b(?:let|const|class|function)\\\\s+' + name + '\\\\b|\\\\b(?:let|const)\\\\s[^;\\\\n]*,\\\\s*' + name + '\\\\s*[=,;]'),
  }));
  function scope(id, code) {
    let before = '';
    for (const bare of BARE)
      if (bare.used.test(code) && !bare.declared.test(code)) before += 'var ' + bare.name + ' = ' + bare.code(id) + ';';
    return before + code;
  }

`;

/** Functions that expressions call: wiggle, noise, markers, data files. */
export const GLOBALS = /* js */ `  const noise1 = (n, d, o, id) => { const v = sin(n * 127.1 + d * 311.7 + o * 74.7 + id * 53.3) * 43758.5453; return (v - floor(v)) * 2 - 1; };
  // Stays within the amplitude, as in After Effects; lottie-web's own is a random walk.
  function wiggle(id, value, frequency, amplitude, octaves = 1, factor = 0.5, time = 0) {
    const moved = (v, d) => {
      const size = typeof amplitude === 'number' ? amplitude : Number(amplitude && amplitude.length ? amplitude[d] : amplitude) || 0;
      for (let o = 0; o < min(octaves, 8); o++) {
        const at = time * frequency * 2 ** o, n = floor(at), f = at - n, smooth = f * f * (3 - 2 * f);
        v += size * factor ** o * (noise1(n, d, o, id) * (1 - smooth) + noise1(n + 1, d, o, id) * smooth);
      }
      return v;
    };
    return typeof value === 'number' ? moved(value, 0) : Array.from(value, moved);
  }
  function noise(at) {
    const [x, y, z] = typeof at === 'number' ? [at, 0, 0] : [at[0] || 0, at[1] || 0, at[2] || 0];
    const n = floor(x), f = x - n, smooth = f * f * (3 - 2 * f);
    const a = noise1(n, y, z, 0), b = noise1(n + 1, y, z, 0);
    return a + (b - a) * smooth;
  }
  const keyOf = (m, rate, index) => freeze({ time: m.tm / rate, duration: (m.dr || 0) / rate, comment: m.cm, index, protectedRegion: false });
  const markersOf = (list, rate) => {
    const keys = list.map((m, i) => keyOf(m, rate, i + 1));
    const find = (which) => {
      const found = typeof which === 'number' ? keys[which - 1] : keys.find((k) => k.comment === which);
      if (!found) throw new Error('there is no marker ' + stringify(which));
      return found;
    };
    const nearestKey = (t) => {
      if (keys.length === 0) throw new Error('there are no markers');
      return keys.reduce((a, b) => (abs(b.time - t) < abs(a.time - t) ? b : a));
    };
    return freeze({ numKeys: keys.length, key: find, nearestKey });
  };
  const noMarkers = markersOf([], 1);
  let compMarkers = noMarkers;
  const footage = (name) => {
    const found = Object.keys(options.dataFiles).find((path) => path === name || path.endsWith('/' + name));
    if (found === undefined) throw new Error('the data file ' + stringify(String(name)) + ' is not in the package');
    return { sourceText: options.dataFiles[found], get sourceData() { return dataOf(found); } };
  };
  const dot = (a, b) => Array.from(a).reduce((sum, v, i) => sum + v * (b[i] || 0), 0);
  const cross = ([a, b, c = 0], [d, e, f = 0]) => [b * f - c * e, c * d - a * f, a * e - b * d];
  const hexToRgb = (text) => {
    const hex = String(text).replace(/^#|^0x/, ''), at = (i) => parseInt(hex.slice(i, i + 2), 16) / 255;
    return [at(0), at(2), at(4), hex.length > 6 ? at(6) : 1];
  };
  // Properties of other layers have keys, but not the nearest one.
  function nearestKey(t) {
    const keys = Array.from({ length: this.numKeys || 0 }, (_, i) => [i + 1, this.key(i + 1).time]);
    if (keys.length === 0) throw new Error('the property has no keyframes');
    const [index] = keys.reduce((a, b) => (abs(b[1] - t) < abs(a[1] - t) ? b : a));
    const { time, value } = this.key(index);
    return freeze({ index, time, value });
  }
  for (const { prototype } of [Number, Array, Float32Array]) defineProperty(prototype, 'nearestKey', { value: nearestKey });
  defineProperty(globalThis, '$fp', {
    value: freeze({ wiggle, noise, dot, cross, hexToRgb, footage, get marker() { return compMarkers; } }),
  });

`;
