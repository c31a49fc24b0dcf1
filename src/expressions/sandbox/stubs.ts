/**
 * What lottie-web expects of a browser, as code for the sandbox. It builds its SVG elements once, from
 * these empty ones, and draws nothing. Without a body it waits for no fonts. Random numbers are the same
 * in every run, and the clock stands still.
 */
export const STUBS = /* js */ `'use strict';
(() => {
  const g = globalThis, nothing = () => null, RealDate = Date;
  g.__now = Date.now;
  let seed = 1;
  Math.random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
  g.Date = class extends RealDate {
    constructor(...args) { if (args.length > 0) super(...args); else super(0); }
    static now() { return 0; }
  };
  const context = { fillRect() {}, measureText: (text) => ({ width: String(text).length * 50 }) };
  class Element {
    constructor() { this.style = {}; this.childNodes = []; }
    setAttribute() {} setAttributeNS() {} getAttribute() { return null; } removeAttribute() {}
    addEventListener() {} appendChild(child) { return child; } insertBefore(child) { return child; }
    removeChild(child) { return child; } cloneNode() { return new Element(); }
    getContext() { return context; } getBBox() { return { x: 0, y: 0, width: 0, height: 0 }; }
    getTotalLength() { return 0; }
  }
  const create = () => new Element();
  g.document = {
    createElement: create, createElementNS: create, createTextNode: create, readyState: 'loading',
    getElementsByTagName: () => [], getElementsByClassName: () => [], querySelectorAll: () => [],
  };
  g.navigator = { userAgent: '' };
  g.window = g;
  g.location = { origin: 'null', pathname: '/' };
  g.OffscreenCanvas = class { getContext() { return context; } };
  g.Howl = class { play() {} pause() {} seek() {} rate() {} volume() {} playing() { return false; } };
  for (const name of ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval',
    'requestAnimationFrame', 'fetch', 'frames']) g[name] = nothing;
  g.console = { log: nothing, warn: nothing, error: nothing };
})();`;
