import { expect, test } from 'vitest';
import type { Lottie } from '../../lottie/index.ts';
import { openSandbox, type Sandbox, SandboxLate } from './sandbox.ts';

const MEMORY_BYTES = 128 * 1024 * 1024;
let isLate = false;

async function open(): Promise<Sandbox> {
  isLate = false;
  return openSandbox(MEMORY_BYTES, { measure: () => '', mark: () => {}, isLate: () => isLate });
}

/** Evaluates an expression of the opacity of a layer in one frame; returns the failures. */
function evaluate(sandbox: Sandbox, code: string): string {
  const settings = {
    dataFiles: {},
    numbers: 1000,
    off: [],
    announceEach: false,
    rate: 30,
    markers: [],
  };
  sandbox.call('load', JSON.stringify(animation(code)), JSON.stringify(settings));
  sandbox.call('step', 0);
  return sandbox.text('failures');
}

function animation(code: string): Lottie {
  const still = (k: unknown) => ({ a: 0, k });
  const stillTransform = {
    r: still(0),
    p: still([0, 0, 0]),
    a: still([0, 0, 0]),
    s: still([100, 100, 100]),
  };
  const ks = { ...stillTransform, o: { ...still(77), xn: 0, x: `var $bm_rt; ${code}` } };
  const layer = { ip: 0, op: 3, st: 0, sr: 1, ty: 4, nm: 'a', ind: 1, shapes: [], ks };
  return { v: '5.9.0', fr: 30, ip: 0, op: 3, w: 9, h: 9, layers: [layer] } as unknown as Lottie;
}

test('a reset removes everything that code has left', async () => {
  const sandbox = await open();
  const leftoverCode = 'globalThis.left = 1; Object.prototype.left = 1; Math.sin = 1; $bm_rt = 5;';
  expect(evaluate(sandbox, leftoverCode)).toBe('[]');
  expect(sandbox.reset()).toBe(true);
  const check = 'if ({}.left || globalThis.left || Math.sin === 1) throw 1; $bm_rt = 5;';
  expect(evaluate(sandbox, check)).toBe('[]');
  expect([...sandbox.numbers('finish')]).toEqual([0, 0, 0, 0, 1, 5]);
});

test('code that was stopped leaves nothing, and a grown memory is not used again', async () => {
  const sandbox = await open();
  isLate = true;
  expect(() => evaluate(sandbox, 'while (true) {}')).toThrow(SandboxLate);
  isLate = false;
  expect(sandbox.reset()).toBe(true);
  const big = '$bm_rt = new Uint8Array(80e6).length / 80e6;';
  expect(evaluate(sandbox, big)).toBe('[]');
  expect([...sandbox.numbers('finish')]).toEqual([0, 0, 0, 0, 1, 1]);
  expect(sandbox.reset()).toBe(false);
});
