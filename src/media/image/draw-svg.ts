import { AppError, findMessage, say } from '../../base/index.ts';
import { programFile } from '../../system/index.ts';
import { runProgram } from '../process/index.ts';
import type { TextStretch } from './svg-lengths.ts';

const TIMEOUT_MS = 20_000;
const MAX_MEMORY_BYTES = 1.5 * 1024 ** 3;
const MAX_PNG_BYTES = 512 * 1024 ** 2;
const PROCESS = programFile('svg-process', import.meta.url);

/**
 * Draws a source from `readSvg` and returns a PNG. The drawing runs in a process with limits of 20 s
 * and 1.5 GB. Throws `asset_corrupt` and `asset_timeout`.
 */
export async function drawSvg(
  drawing: { source: string; stretches: TextStretch[] },
  what: string,
  signal: AbortSignal | undefined,
  timeoutMs = TIMEOUT_MS,
): Promise<Buffer> {
  try {
    const args = ['--disable-warning=ExperimentalWarning', PROCESS];
    const options = {
      input: JSON.stringify(drawing),
      timeoutMs,
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
        say`Drawing ${findMessage(what)} took longer than ${timeoutMs / 1000} s.`,
        { hint: 'Simplify its filters, or use a PNG.', retryable: false },
        { cause },
      );
    }
    if (cause.code !== 'asset_corrupt') throw cause;
    throw new AppError(
      'asset_corrupt',
      say`Expected an SVG drawing for ${findMessage(what)} but it cannot be drawn.`,
      { hint: 'Open it in a browser to see the error, or use a PNG.' },
      { cause },
    );
  }
}
