import { randomBytes } from 'node:crypto';
import {
  AppError,
  deadline,
  type ErrorCode,
  findMessage,
  say,
  type Worded,
  worded,
  wordingOf,
} from '../base/index.ts';
import { deliveryFailure } from '../cloud/index.ts';
import { toAppError } from '../system/index.ts';
import type { Probe } from './object-store.ts';

/** The result of each step of a destination's test. `ok`: files can be delivered. */
export type DestinationReport = {
  ok: boolean;
  steps: (Partial<Worded> & { step: 'write' | 'read' | 'delete'; ok: boolean; code?: ErrorCode })[];
};

const STEP_MS = 30_000;

/**
 * Writes, reads and deletes a small file below `folder`. Only the write has to succeed, because a
 * delivery does not need to read or delete.
 */
export async function testDestination(
  probe: Probe,
  folder: string,
  signal: AbortSignal,
): Promise<DestinationReport> {
  const name = `.framepress-test-${randomBytes(8).toString('hex')}`;
  const path = folder === '' ? name : `${folder}/${name}`;
  const bytes = Buffer.from(`Framepress tests whether it may write here. ${name}`);
  const steps: DestinationReport['steps'] = [];
  const run = async (
    step: 'write' | 'read' | 'delete',
    work: (s: AbortSignal) => Promise<void>,
  ) => {
    using limit = deadline(
      STEP_MS,
      'delivery_timeout',
      say`Cannot ${step} a file within ${STEP_MS / 1000} s.`,
      signal,
    );
    try {
      await work(limit.signal);
      steps.push({ step, ok: true });
      return true;
    } catch (error) {
      const failure = toAppError(error);
      const { code, details } = failure;
      steps.push({ step, ok: false, code, ...worded(wordingOf(failure), details.hint) });
      return false;
    }
  };
  const ok = await run('write', async (s) => {
    await probe.write(path, bytes, s).catch(async (error: unknown) => {
      throw await explainDenied(error, probe, s);
    });
  });
  if (!ok) return { ok, steps };
  await run('read', async (s) => {
    const content = await probe.read(path, s);
    if (!content.equals(bytes)) {
      const hint = 'A proxy between this machine and the store may change the data.';
      const but = say`its content differs`;
      throw deliveryFailure({
        code: 'delivery_corrupt',
        place: say`read the test file`,
        but,
        hint,
      });
    }
  });
  await run('delete', (s) => probe.remove(path, s));
  return { ok, steps };
}

/** Explains a denied write: it may have the cause that the bucket does not exist. */
async function explainDenied(error: unknown, probe: Probe, signal: AbortSignal): Promise<unknown> {
  if (!(error instanceof AppError) || error.code !== 'delivery_denied') return error;
  const there = await probe.exists(signal);
  if (there === undefined) return error;
  const code = there ? 'delivery_denied' : 'delivery_place_missing';
  const { cause, details } = error;
  return new AppError(
    code,
    there
      ? say`The bucket exists. ${findMessage(wordingOf(error))}`
      : say`The bucket does not exist. ${findMessage(wordingOf(error))}`,
    details,
    { cause },
  );
}
