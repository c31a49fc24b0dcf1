import variant from '@jitl/quickjs-wasmfile-release-sync';
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSSyncVariant,
} from 'quickjs-emscripten-core';
import { DRIVER } from './driver.ts';
import { lottieWebSource } from './lottie-web.ts';
import { STUBS } from './stubs.ts';

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
