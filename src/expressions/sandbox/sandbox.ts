import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import variant from '@jitl/quickjs-wasmfile-release-sync';
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSSyncVariant,
} from 'quickjs-emscripten-core';
import { DRIVER } from './driver.ts';

/**
 * What lottie-web expects of a browser, as code for the sandbox. It builds its SVG elements once, from
 * these empty ones, and draws nothing. Without a body it waits for no fonts. Random numbers are the same
 * in every run, and the clock stands still.
 */
const STUBS = /* js */ `'use strict';
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

const require = createRequire(import.meta.url);

/**
 * The version whose functions `sandbox-driver.ts` wraps. A test runs all of them, so another version is
 * tried before this number changes.
 */
const LOTTIE_WEB_VERSION = '5.13.0';

let source: string | undefined;

/** The types of the package are those of CommonJS; Node.js loads its ES module. */
const VARIANT = variant as unknown as QuickJSSyncVariant;
/** The stack of the process is much larger: if it ended before that of QuickJS, the module would break. */
const STACK_BYTES = 256 * 1024;
const PAGE_BYTES = 65_536;
const MIN_PAGES = 256;
/** A memory that has grown above this is not used again. */
const MAX_RESET_BYTES = 64 * 1024 * 1024;

/** What the sandbox may ask its host for. */
export type SandboxHost = {
  /** Receives a text that an expression measures as JSON; returns its bounds as JSON. */
  measure(text: string): string;
  /** Receives the expression that is evaluated for the first time; -1 when it has ended. */
  mark(expression: number): void;
  /** Returns whether the code must stop. Called every few thousand steps of a program. */
  isLate(): boolean;
};

/** An error of the code, after which the engine is intact. */
class SandboxError extends Error {}
/** The code was stopped by `isLate`. */
export class SandboxLate extends SandboxError {}
/** The memory is full. */
export class SandboxFull extends Error {}

/** A JavaScript engine in WebAssembly, in which lottie-web and the driver are loaded. */
export type Sandbox = {
  /** Calls a function of the driver. Throws SandboxLate, SandboxFull, or an Error with the message. */
  call(name: string, ...args: (string | number)[]): unknown;
  /** Calls a function of the driver that returns a text. */
  text(name: string, ...args: (string | number)[]): string;
  /** Calls a function of the driver that returns a list of numbers. */
  numbers(name: string): Float64Array;
  /** Returns how many expressions have been evaluated. Allowed while one runs. */
  evaluations(): number;
  /**
   * Restores the whole memory to the state after `openSandbox`, which takes a few milliseconds. Returns
   * false if the engine crashed or has grown: then it must not be used again.
   */
  reset(): boolean;
};

/**
 * Opens a new engine. Its memory cannot grow above `memoryBytes`: QuickJS's own limit does not hold in
 * this build. Nothing is disposed, because QuickJS reports leaks after an interruption; the whole memory
 * is collected with the sandbox.
 */
export async function openSandbox(memoryBytes: number, host: SandboxHost): Promise<Sandbox> {
  const maximum = Math.max(Math.floor(memoryBytes / PAGE_BYTES), MIN_PAGES);
  const wasmMemory = new WebAssembly.Memory({ initial: MIN_PAGES, maximum });
  const engine = await newQuickJSWASMModuleFromVariant(newVariant(VARIANT, { wasmMemory }));
  const runtime = engine.newRuntime();
  runtime.setMaxStackSize(STACK_BYTES);
  let late = false;
  let isIntact = true;
  runtime.setInterruptHandler(() => {
    late = host.isLate();
    return late;
  });
  const context = runtime.newContext();
  const check = (result: ReturnType<QuickJSContext['evalCode']>): QuickJSHandle => {
    if (!result.error) return result.value;
    if (late) {
      late = false;
      throw new SandboxLate();
    }
    const message = messageOf(context, result.error);
    if (/out of memory|^undefined$/.test(message)) throw new SandboxFull();
    throw new SandboxError(message);
  };
  const provide = (name: string, run: (value: QuickJSHandle) => QuickJSHandle | undefined) =>
    context.setProp(
      context.global,
      name,
      context.newFunction(name, (value) => run(value) ?? context.undefined),
    );
  provide('__measure', (value) => context.newString(host.measure(context.getString(value))));
  provide('__mark', (value) => {
    host.mark(context.getNumber(value));
    return undefined;
  });
  const run = (code: string, name: string) => check(context.evalCode(code, name));
  run(STUBS, 'stubs.js');
  const driver = run(DRIVER, 'driver.js');
  run('delete globalThis.__measure; delete globalThis.__mark; delete globalThis.__now;', 'hide.js');
  run(lottieWebSource(), 'lottie.js');
  /** After an exception of WebAssembly itself, the engine's stack pointer is wrong. */
  const guard = <T>(use: () => T): T => {
    try {
      return use();
    } catch (error) {
      isIntact &&= error instanceof SandboxError;
      throw error;
    }
  };
  const call = (name: string, args: readonly (string | number)[]): QuickJSHandle => {
    const handles = args.map((a) =>
      typeof a === 'number' ? context.newNumber(a) : context.newString(a),
    );
    return check(context.callFunction(context.getProp(driver, name), driver, ...handles));
  };
  call('loaded', []).dispose();
  const loaded = usedPart(new Uint8Array(wasmMemory.buffer)).slice();
  return {
    call: (name, ...args) => guard(() => context.dump(call(name, args)) as unknown),
    evaluations: () => context.getNumber(context.getProp(driver, 'evaluations')),
    text: (name, ...args) => guard(() => context.getString(call(name, args))),
    numbers: (name) =>
      guard(() => {
        const { value } = context.getArrayBuffer(call(name, []));
        const bytes = value.slice();
        return new Float64Array(bytes.buffer, 0, Math.floor(bytes.byteLength / 8));
      }),
    reset() {
      const memory = new Uint8Array(wasmMemory.buffer);
      if (!isIntact || memory.length > MAX_RESET_BYTES) return false;
      memory.set(loaded);
      memory.fill(0, loaded.length);
      late = false;
      return true;
    },
  };
}

/** Returns the memory without the zeros at its end. */
function usedPart(memory: Uint8Array): Uint8Array {
  return memory.subarray(0, memory.findLastIndex((byte) => byte !== 0) + 1);
}

/** When the memory is full, the error itself cannot be read. */
function messageOf(context: QuickJSContext, error: QuickJSHandle): string {
  try {
    const dumped: unknown = context.dump(error);
    return String((dumped as { message?: unknown } | null)?.message).slice(0, 300);
  } catch {
    return 'out of memory';
  }
}

/** Returns the code of lottie-web's SVG player: the canvas player leaves out expressions of masks. */
export function lottieWebSource(): string {
  if (source !== undefined) return source;
  const { version } = require('lottie-web/package.json') as { version: string };
  if (version !== LOTTIE_WEB_VERSION)
    throw new Error(`Expected lottie-web ${LOTTIE_WEB_VERSION} but found ${version}.`);
  source = readFileSync(require.resolve('lottie-web/build/player/lottie_svg.js'), 'utf8');
  return source;
}
