/**
 * Runs After Effects expressions and writes their values as keyframes. lottie-web, the reference
 * implementation of expressions in Lottie, runs in QuickJS, a JavaScript engine in WebAssembly, in a
 * process of its own; it draws nothing.
 */
export { bakeDependents, keepWarm } from './bake.ts';
export { bakeExpressions, type ExpressionReport } from './bake-expressions.ts';
export { limitTask } from './limits.ts';
export type {
  BakedProperty,
  BakeFailure,
  BakeLimits,
  BakeOptions,
  BakeResult,
  MeasuredText,
  MeasureText,
  TextBounds,
} from './types.ts';
