/** A module with one SIMD instruction: `() => i8x16.splat(0)`. */
const SIMD_MODULE = Uint8Array.of(
  ...[0, 97, 115, 109, 1, 0, 0, 0], // magic number and version
  ...[1, 5, 1, 96, 0, 1, 123], // type 0: () → v128
  ...[3, 2, 1, 0], // function 0 has type 0
  ...[10, 8, 1, 6, 0, 65, 0, 253, 15, 11], // i32.const 0, i8x16.splat, end
);

/** Returns why this browser cannot run the engine, or undefined. */
export function missingSupport(): string | undefined {
  if (typeof WebAssembly !== 'object') return 'The browser has no WebAssembly.';
  if (!WebAssembly.validate(SIMD_MODULE)) return 'The browser has no WebAssembly SIMD.';
  if (typeof Worker !== 'function') return 'The browser has no workers.';
  if (typeof OffscreenCanvas !== 'function') return 'The browser has no OffscreenCanvas.';
  return undefined;
}
