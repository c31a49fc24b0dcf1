import { CARRIERS, LAYERS } from './layers.ts';
import { BOUNDS, GLOBALS, SCOPE } from './parts.ts';

/**
 * The code that steps lottie-web through the frames inside of the sandbox. It runs before lottie-web
 * and wraps the functions that lottie-web assigns to its prototypes: a setter of Object.prototype sees
 * each of these assignments. Its functions are returned to the host and are not global, so that
 * expressions cannot replace them.
 *
 * A sample is written as numbers: the expression, the use of its property (a composition may be shown
 * twice), the first and last frame of its composition with this value, the number of values, the values. A path is 'closed' and its points with tangents; a text is
 * its position in the list of texts and the keyframe that it comes from.
 */
export const DRIVER = /* js */ `'use strict';
(() => {
  const { defineProperty, getOwnPropertyDescriptors, defineProperties, assign, freeze } = Object;
  const { parse, stringify } = JSON;
  const { isFinite, isInteger } = Number;
  const { round, abs, floor, sin, min, max } = Math;
  const hostMeasure = globalThis.__measure, hostMark = globalThis.__mark, clock = globalThis.__now;
  const NO_VALUE = 'the expression has no value';
  const entries = [], failures = new Map(), evaluated = new Map(), off = new Set(), failedNow = new Set();
  const texts = [], textIndex = new Map();
  let animation, options = { dataFiles: {}, numbers: 0, off: [], announceEach: false };
  let current = -1, characters = 0, profile;
  let out = new Float64Array(4096), used = 0;

  const wrapped = new WeakSet(), watched = [], found = new Set(), targets = [];
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
        found.add(name);
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
    let message = typeof error === 'string' ? error : String(error && error.message || error);
    if (/'propType' of (undefined|null)/.test(message)) message = NO_VALUE;
    if (message === 'Error') message = 'it refers to something that does not exist';
    failedNow.add(id);
    const entry = failures.get(id);
    if (entry) entry.count++;
    else failures.set(id, { count: 1, frames: 0, message: message.slice(0, 300) });
    if (/out of memory/.test(message)) off.add(id);
  }

  // Random numbers follow the number of the expression: they are the same in every run, and in a
  // document from which other layers were removed.
  let random;
  intercept('seedrandom', (value, target) => { random = target; return value; });

${SCOPE}  intercept('initiateExpression', (original) => function (elem, data, property) {
    const id = data.xn;
    if (!isInteger(id) || off.has(id)) return (value) => value;
    random.random = () => (id * 0.6180339887 + 0.37) % 1;
    entries.push({ id, elem, property, use: entries.length, last: undefined, from: 0, to: 0 });
    const outer = current;
    let run;
    current = id;
    try {
      if (options.announceEach || !evaluated.has(id)) hostMark(id);
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
      if (count === 0 || options.announceEach) hostMark(id);
      try {
        const result = run.call(this, value);
        if (result === undefined || result === null) throw new Error(NO_VALUE);
        // lottie-web keeps the value before, without an error.
        if (property.propType === 'unidimensional' && !isFinite(+result)) throw new Error('the value is not a number');
        return result;
      } catch (error) {
        fail(id, error);
        this.frameExpressionId = elem.globalData.frameId;
        return value;
      } finally {
        if (count === 0 || options.announceEach) hostMark(before);
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
      if (this.data && this.data.ty === 15) this.layerInterface = dataInterface(this);
      else if (this.layerInterface && this.data) describe(this.layerInterface, this.data, this);
      if (this.layerInterface) this.layerInterface.marker = noMarkers;
      const rate = (this.globalData || args[0] || {}).frameRate;
      if (this.compInterface) this.compInterface = checkedComp(this.compInterface, compData(this.data, rate));
      const renderer = args[0] && args[0].renderer;
      if (renderer) renderer.compInterface = checkedComp(renderer.compInterface, compData(args[0].animationData, rate));
    };
  });

${LAYERS}${CARRIERS}  intercept('sourceRectAtTime', (original) => function (...args) {
    const type = this.data && this.data.ty;
    if (type === 5) return textBounds(this);
    if (type === 4) return shapeBounds(this);
    if (type === 1) return { left: 0, top: 0, width: this.data.sw || 0, height: this.data.sh || 0 };
    if (type === 0) return { left: 0, top: 0, width: this.data.w || 0, height: this.data.h || 0 };
    if (type === 2) {
      const { w = 0, h = 0 } = assetsById.get(this.data.refId) || {};
      return { left: 0, top: 0, width: w, height: h };
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
    write(entry.id); write(entry.use); write(entry.from); write(entry.to); write(entry.last.length);
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

  // Only drawing uses the matrix of a layer; toWorld and its kind multiply the values.
  function leaveOutMatrices(elements) {
    for (const elem of elements) {
      const transform = elem && elem.finalTransform && elem.finalTransform.mProp;
      if (transform && transform.precalculateMatrix) transform.getValue = computeValues;
      if (elem && elem.elements) leaveOutMatrices(elem.elements);
    }
  }
  function computeValues() {
    const { frameId } = this.elem.globalData;
    if (frameId === this.frameId) return;
    if (this._isDirty) { this.precalculateMatrix(); this._isDirty = false; }
    this.iterateDynamicProperties();
    this.frameId = frameId;
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
        animationData: prepared(parse(text)),
      });
      // Nothing has to be drawn: values are computed before.
      defineProperty(animation.renderer.globalData, '_mdf', { get: () => false, set() {} });
      leaveOutMatrices(animation.renderer.elements || []);
      return animation.isLoaded ? '' : 'lottie-web cannot load the file';
    },
    /** Removes the setters, when lottie-web has been loaded. */
    loaded() {
      for (const name of watched) if (!found.has(name)) throw new Error('lottie-web has no ' + name);
      for (const name of watched) delete Object.prototype[name];
      for (const settle of targets) settle();
      targets.length = 0;
    },
    step(frame) {
      failedNow.clear();
      animation.expressionsPlugin.resetFrame();
      animation.renderer.renderFrame(frame);
      const now = animation.renderer.globalData.frameId;
      for (let i = 0; i < entries.length; i++) {
        const { id, property, elem } = entries[i];
        if (off.has(id)) continue;
        // The effects of layers that draw nothing are computed only for others.
        if (property.frameId !== now && property.getValue && (elem.data.ty === 3 || elem.data.ty === 13)) property.getValue();
        if (property.frameId === now) sample(entries[i]);
      }
      for (const id of failedNow) failures.get(id).frames++;
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
    failures: () => stringify([...failures].map(([id, { count, frames, message }]) => [id, count, message, frames])),
    evaluated: () => stringify([...evaluated]),
  };
  return driver;
})()`;
