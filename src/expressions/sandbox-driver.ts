import { BOUNDS, GLOBALS } from './sandbox-parts.ts';

/**
 * The code that steps lottie-web through the frames inside of the sandbox. It runs before lottie-web
 * and wraps the functions that lottie-web assigns to its prototypes: a setter of Object.prototype sees
 * each of these assignments. Its functions are returned to the host and are not global, so that
 * expressions cannot replace them.
 *
 * A sample is written as numbers: the expression, the first and last frame of its composition with this
 * value, the number of values, the values. A path is 'closed' and its points with tangents; a text is
 * its position in the list of texts and the keyframe that it comes from.
 */
export const DRIVER = /* js */ `'use strict';
(() => {
  const { defineProperty, getOwnPropertyDescriptors, defineProperties, assign, freeze } = Object;
  const { parse, stringify } = JSON;
  const { isFinite, isInteger } = Number;
  const { round, abs, floor, sin, min, max } = Math;
  const hostMeasure = globalThis.__measure, hostMark = globalThis.__mark, clock = globalThis.__now;
  const entries = [], failures = new Map(), evaluated = new Map(), off = new Set();
  const texts = [], textIndex = new Map();
  let animation, options = { dataFiles: {}, numbers: 0, off: [], careful: false };
  let current = -1, characters = 0, profile;
  let out = new Float64Array(4096), used = 0;

  const wrapped = new WeakSet(), watched = [], targets = [];
  function intercept(name, wrap) {
    const wrapOnce = (value, target) => {
      if (typeof value !== 'function' || wrapped.has(value)) return value;
      const plain = wrap(value, target);
      wrapped.add(plain);
      return plain;
    };
    const settle = (target, value) =>
      defineProperty(target, name, { value, writable: true, configurable: true, enumerable: true });
    watched.push(name);
    defineProperty(Object.prototype, name, {
      configurable: true, enumerable: false, get() { return undefined; },
      // A prototype may assign a function twice: a copied one, then its own.
      set(first) {
        const target = this;
        let value = wrapOnce(first, target);
        targets.push(() => settle(target, value));
        defineProperty(target, name, {
          configurable: true, enumerable: true, get() { return value; },
          set(next) {
            if (this === target) value = wrapOnce(next, target);
            else settle(this, next);
          },
        });
      },
    });
  }

  function fail(id, error) {
    const message = typeof error === 'string' ? error : String(error && error.message || error);
    const entry = failures.get(id);
    if (entry) entry.count++;
    else failures.set(id, { count: 1, message: message.slice(0, 300) });
    if (/out of memory/.test(message)) off.add(id);
  }

  // Random numbers follow the number of the expression: they are the same in every run, and in a
  // document from which other layers were removed.
  let random;
  intercept('seedrandom', (value, target) => { random = target; return value; });

  const scope = (id, code) => {
    let before = '';
    if (/\\bwiggle\\b/.test(code))
      before += 'var wiggle = function (f, a, o, m, t) { return $fp.wiggle(' + id + ', value, f, a, o, m, t === undefined ? time : t); };';
    if (/\\bfootage\\b/.test(code)) before += 'var footage = $fp.footage;';
    if (/\\bmarker\\b/.test(code)) before += 'var marker = $fp.marker;';
    if (/\\bnoise\\b/.test(code)) before += 'var noise = $fp.noise;';
    if (/\\bgaussRandom\\b/.test(code)) before += 'var gaussRandom = function (a, b) { var s = 0; for (var i = 0; i < 12; i++) s += random(); s = (s - 6) / 3.2 / 2 + 0.5; return b === undefined ? (a === undefined ? s : s * a) : a + (b - a) * s; };';
    return before + code;
  };

  intercept('initiateExpression', (original) => function (elem, data, property) {
    const id = data.xn;
    if (!isInteger(id) || off.has(id)) return (value) => value;
    random.random = () => (id * 0.6180339887 + 0.37) % 1;
    entries.push({ id, elem, property, last: undefined, from: 0, to: 0 });
    const outer = current;
    let run;
    current = id;
    try {
      if (options.careful || !evaluated.has(id)) hostMark(id);
      run = original.call(this, elem, assign({}, data, { x: scope(id, data.x) }), property);
    } catch (error) {
      fail(id, error instanceof SyntaxError ? 'syntax error: ' + error.message : error);
      current = outer;
      return (value) => value;
    }
    current = outer;
    return function (value) {
      // Gradients are evaluated once before their layer is complete.
      if (!elem.layerInterface || off.has(id)) return value;
      const before = current, count = evaluated.get(id) || 0;
      current = id;
      driver.evaluations++;
      const start = profile ? clock() : 0;
      if (count === 0 || options.careful) hostMark(id);
      try {
        const result = run.call(this, value);
        if (result === undefined || result === null) throw new Error('the expression has no value');
        // lottie-web keeps the value before, without an error.
        if (property.propType === 'unidimensional' && !isFinite(+result)) throw new Error('the value is not a number');
        return result;
      } catch (error) {
        fail(id, error);
        this.frameExpressionId = elem.globalData.frameId;
        return value;
      } finally {
        if (count === 0 || options.careful) hostMark(before);
        if (profile) profile.set(id, (profile.get(id) || 0) + clock() - start);
        current = before;
        evaluated.set(id, count + 1);
      }
    };
  });

  // Many properties ask for the same time of the same easing: each dimension of a vector does.
  const easings = new Map();
  intercept('getBezierEasing', (original) => function (...args) {
    const easing = original.apply(this, args);
    let known = easings.get(easing);
    if (!known) {
      let last, result;
      easings.set(easing, known = { get: (x) => (x === last ? result : (result = easing.get(last = x))) });
    }
    return known;
  });

  // A camera stops the SVG player. Here it is a layer with a transform.
  intercept('createCamera', () => function (data) { return this.createNull(data); });

  let initLayer;
  intercept('initExpressions', (original) => {
    initLayer = initLayer || original; // the first one is that of all layers
    return function (...args) {
      if (this.data && this.data.ty === 6) {
        this.finalTransform = this.finalTransform || { mProp: {} };
        this.hierarchy = this.hierarchy || [];
        initLayer.call(this);
      } else original.apply(this, args);
      if (this.layerInterface) this.layerInterface.marker = noMarkers;
      if (this.layerInterface && this.data) size(this.layerInterface, this.data);
      if (this.compInterface) this.compInterface = checkedComp(this.compInterface);
      const renderer = args[0] && args[0].renderer;
      if (renderer) renderer.compInterface = checkedComp(renderer.compInterface);
    };
  });

  function size(layer, data) {
    const asset = data.refId === undefined ? undefined : (options.sizes || {})[data.refId];
    if (data.ty === 1) { layer.width = data.sw; layer.height = data.sh; }
    else if (data.ty === 2 && asset) { layer.width = asset[0]; layer.height = asset[1]; }
  }

  // In After Effects a layer that is missing is an error, with a message that names it.
  function checkedComp(original) {
    const comp = (name) => {
      const layer = original(name);
      if (!layer && name !== 0) throw new Error('it refers to the layer ' + stringify(name) + ', which does not exist');
      return layer;
    };
    const { layer: left, ...rest } = getOwnPropertyDescriptors(original);
    delete rest.length; delete rest.name; delete rest.prototype;
    defineProperties(comp, rest);
    comp.layer = comp;
    comp.marker = $fp.marker;
    return comp;
  }

  intercept('sourceRectAtTime', (original) => function (...args) {
    const type = this.data && this.data.ty;
    if (type === 5) return textBounds(this);
    if (type === 4) return shapeBounds(this);
    if (type === 1) return { left: 0, top: 0, width: this.data.sw || 0, height: this.data.sh || 0 };
    if (type === 0) return { left: 0, top: 0, width: this.data.w || 0, height: this.data.h || 0 };
    if (type === 2) {
      const asset = (options.sizes || {})[this.data.refId] || [0, 0];
      return { left: 0, top: 0, width: asset[0], height: asset[1] };
    }
    return original.apply(this, args) || { left: 0, top: 0, width: 0, height: 0 };
  });

${BOUNDS}  // Data files of the package; every other name is an empty object.
  globalThis.XMLHttpRequest = class {
    open(method, path) { this.path = String(path); }
    setRequestHeader() {}
    getResponseHeader() { return null; }
    send() {
      this.readyState = 4; this.status = 200;
      const files = options.dataFiles;
      this.response = Object.hasOwn(files, this.path) ? files[this.path] : '{}';
      this.responseText = this.response;
      if (this.onreadystatechange) this.onreadystatechange();
    }
  };

${GLOBALS}  function write(n) {
    if (used >= options.numbers) throw new RangeError('too many values');
    if (used === out.length) { const bigger = new Float64Array(out.length * 2); bigger.set(out); out = bigger; }
    out[used++] = n;
  }
  function flush(entry) {
    if (!entry.last) return;
    write(entry.id); write(entry.from); write(entry.to); write(entry.last.length);
    for (let i = 0; i < entry.last.length; i++) write(entry.last[i]);
  }
  const scratch = [];
  function read(p) {
    let n = 0;
    if (p.currentData) {
      const text = String(p.currentData.t);
      let at = textIndex.get(text);
      if (at === undefined) {
        if ((characters += text.length) > 2e6) throw new RangeError('too many characters');
        at = texts.push(text) - 1;
        textIndex.set(text, at);
      }
      scratch[n++] = at; scratch[n++] = p.keysIndex;
    } else if (p.propType === 'shape') {
      // The lists come from a pool and may be longer; tangents are absolute.
      const path = p.v, count = path._length;
      scratch[n++] = path.c ? 1 : 0;
      for (let i = 0; i < count; i++) for (const list of [path.v, path.o, path.i]) {
        scratch[n++] = list[i][0]; scratch[n++] = list[i][1];
      }
    } else if (typeof p.v === 'object') {
      const mult = p.mult || 1;
      for (let i = 0; i < p.v.length; i++) scratch[n++] = p.v[i] / mult;
    } else scratch[n++] = p.v / (p.mult || 1);
    return n;
  }
  function sample(entry) {
    const { id, property, elem } = entry, n = read(property), t = round(elem.comp.renderedFrame * 1e4) / 1e4;
    let same = entry.last && entry.last.length === n;
    for (let i = 0; i < n; i++) {
      if (!isFinite(scratch[i]) || abs(scratch[i]) > 1e7) { fail(id, 'the value is not a number that can be drawn'); return; }
      scratch[i] = round(scratch[i] * 1e5) / 1e5;
      if (same && entry.last[i] !== scratch[i]) same = false;
    }
    if (same && t >= entry.to) { entry.to = t; return; }
    flush(entry);
    entry.last = scratch.slice(0, n); entry.from = t; entry.to = t;
  }

  const driver = {
    /** Read by the host while an expression runs: one long evaluation differs from many short ones. */
    evaluations: 0,
    load(text, settings) {
      options = parse(settings);
      for (const id of options.off) off.add(id);
      compMarkers = markersOf(options.markers, options.rate);
      animation = lottie.loadAnimation({
        container: document.createElement('div'), renderer: 'svg', loop: false, autoplay: false,
        animationData: parse(text),
      });
      // Nothing has to be drawn: values are computed before.
      defineProperty(animation.renderer.globalData, '_mdf', { get: () => false, set() {} });
      return animation.isLoaded ? '' : 'lottie-web cannot load the file';
    },
    /** Removes the setters, when lottie-web has been loaded. */
    loaded() {
      for (const name of watched) delete Object.prototype[name];
      for (const settle of targets) settle();
      targets.length = 0;
    },
    step(frame) {
      animation.expressionsPlugin.resetFrame();
      animation.renderer.renderFrame(frame);
      const now = animation.renderer.globalData.frameId;
      for (let i = 0; i < entries.length; i++) {
        const entry = entries[i];
        if (entry.property.frameId === now && !off.has(entry.id)) sample(entry);
      }
    },
    profile() { profile = new Map(); },
    times() { const text = stringify([...profile]); profile = undefined; return text; },
    leaveOut(id) { off.add(id); },
    /** Leaves out the expression that was stopped. The locks of interrupted properties are still set. */
    stop() {
      const id = current;
      if (id >= 0) off.add(id);
      current = -1;
      for (const { property } of entries) property.lock = false;
      if (animation) animation.renderer.renderedFrame = -1;
      return id;
    },
    finish() {
      for (const entry of entries) flush(entry);
      return out.buffer.slice(0, used * 8);
    },
    texts: () => stringify(texts),
    failures: () => stringify([...failures].map(([id, { count, message }]) => [id, count, message])),
    evaluated: () => stringify([...evaluated]),
  };
  return driver;
})()`;
