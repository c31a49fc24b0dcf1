import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AppError } from '../../base/index.ts';
import { runProgram } from '../process/index.ts';

const TIMEOUT_MS = 20_000;
const MAX_MEMORY_BYTES = 1.5 * 1024 ** 3;
const MAX_PNG_BYTES = 512 * 1024 ** 2;
/** In the published package the folder holds JavaScript. */
const PROCESS = fileURLToPath(new URL(`./svg-process${extname(import.meta.url)}`, import.meta.url));

/**
 * Draws a source that `readSvg` has passed, in a process that is ended after 20 s or at 1.5 GB, and
 * gives a PNG. Throws `asset_corrupt` and `asset_timeout`.
 */
export async function drawSvg(
  source: string,
  what: string,
  signal: AbortSignal | undefined,
): Promise<Buffer> {
  try {
    const args = ['--disable-warning=ExperimentalWarning', PROCESS];
    const options = {
      input: source,
      timeoutMs: TIMEOUT_MS,
      maxMemoryBytes: MAX_MEMORY_BYTES,
      maxOutputBytes: MAX_PNG_BYTES,
      failureCode: 'asset_corrupt',
      timeoutCode: 'asset_timeout',
      env: { MALLOC_ARENA_MAX: '2' },
    } as const;
    return (await runProgram(process.execPath, args, options, signal)).stdout;
  } catch (cause) {
    if (!(cause instanceof AppError) || signal?.aborted) throw cause;
    if (cause.code === 'asset_timeout') {
      throw new AppError(
        'asset_timeout',
        `Expected ${what} to be drawn within ${TIMEOUT_MS / 1000} s but it took longer.`,
        { hint: 'Simplify its filters, or give it as PNG.', retryable: false },
        { cause },
      );
    }
    if (cause.code !== 'asset_corrupt') throw cause;
    throw new AppError(
      'asset_corrupt',
      `Expected an SVG drawing for ${what} but it cannot be drawn.`,
      { hint: 'Open it in a browser to see what is wrong, or give it as PNG.' },
      { cause },
    );
  }
}
