import {
  type Batch,
  BatchFailedError,
  type Framepress,
  FramepressError,
  type RenderProgress,
  type RenderSession,
} from '@framepress/client';
import { AppError, type Fault } from '../../base/index.ts';
import { plain, print } from '../output.ts';
import { barOf } from '../progress-bar.ts';
import { commandHint } from './batch-hints.ts';
import { withRemote } from './remote-client.ts';
import { appErrorOf } from './remote-errors.ts';

/** The progress of one render or batch; `percent` is 0 to 100. */
type LineOfProgress = { id: string; percent: number; text: string };

const MAX_IDS = 100;

/** Reports progress: to people as lines, with `--json` as a JSON line for each change. */
type Report = (line: LineOfProgress, event: object) => void;

/** Shows the progress of sessions and batches until all have ended. Exit code 1 if one failed. */
export async function watchCommand(ids: string[], options: { json?: boolean }): Promise<void> {
  if (ids.length > MAX_IDS) {
    const message = `Expected at most ${MAX_IDS} ids but received ${ids.length}.`;
    throw new AppError('invalid_request', message);
  }
  await withRemote((framepress) => watchAll(framepress, [...new Set(ids)], options.json));
}

/** Throws an error with the faults of all that failed, after all have ended. */
export async function watchAll(
  framepress: Framepress,
  ids: readonly string[],
  json: boolean | undefined,
): Promise<void> {
  const lines = new ProgressLines(process.stdout, ids.length);
  const works = ids.map(async (id, index): Promise<Fault[]> => {
    const report: Report = (line, event) =>
      json ? print(true, event, () => []) : lines.show(index, line);
    try {
      if (id.startsWith('bat_')) return await watchBatch(framepress, id, report);
      return await watchSession(framepress, id, report);
    } catch (error) {
      if (!(error instanceof FramepressError)) throw error;
      report({ id, percent: 0, text: error.message }, { id, error: { code: error.code } });
      return appErrorOf(error).faults.map((localFault) => ({
        ...localFault,
        message: `${id}: ${localFault.message}`,
      }));
    }
  });
  const faults = (await Promise.all(works)).flat();
  if (faults.length > 0) throw AppError.fromFaults(faults);
}

/** Reports the progress of a session until it ends. Returns its faults; none if it was rendered. */
async function watchSession(framepress: Framepress, id: string, report: Report) {
  const events = framepress.renders.watch(id);
  for (;;) {
    const { done: isDone, value } = await events.next();
    if (isDone) return reportEnd(value, report);
    const { status, progress, phase, etaSeconds: eta_seconds } = value;
    // The end is reported with the address of the video.
    if (!status.endsWith('_rendering')) continue;
    report(
      { id, percent: progress, text: progressText(value) },
      { id, status, progress, phase, eta_seconds },
    );
  }
}

/** Returns the state of a session in words. */
function progressText({ status, phase, etaSeconds, queuePosition }: RenderProgress): string {
  const place = queuePosition === null ? '' : `, place ${queuePosition}`;
  const remaining = etaSeconds === null ? '' : `, ${Math.ceil(etaSeconds)} s left`;
  return `${status} (${phase}${place}${remaining})`;
}

/** Reports the end of a session. Returns its faults; none if it was rendered. */
function reportEnd(session: RenderSession, report: Report): Fault[] {
  const { id, status, render_progress: percent, video_url } = session;
  const text = video_url ? `${status} ${video_url}` : status;
  report({ id, percent, text }, { id, status, progress: percent, video_url });
  if (status.endsWith('_rendered')) return [];
  const errors = session.errors as Fault[];
  if (errors.length > 0) {
    return errors.map((error) => ({ ...error, message: `${id}: ${error.message}` }));
  }
  const hint =
    status === 'draft' ? { hint: 'A draft has no progress. Start its render first.' } : {};
  return [{ code: 'canceled', message: `${id} is ${status}.`, retryable: false, ...hint }];
}

/** Reports the progress of a batch until it ends. Returns its faults; none if no row failed. */
async function watchBatch(framepress: Framepress, id: string, report: Report): Promise<Fault[]> {
  const onProgress = ({ status, progress, counts, eta_seconds, waiting_for }: Batch) => {
    // The time is 0 for a batch that has ended.
    const remaining = eta_seconds ? `, ${Math.ceil(eta_seconds)} s left` : '';
    const failed = counts.failed > 0 ? `, ${counts.failed} failed` : '';
    const sentence = `${counts.rendered} of ${counts.total} rows are rendered${failed}`;
    const waiting = waiting_for ? `; waits: ${waiting_for.message}${freesAt(waiting_for)}` : '';
    report(
      { id, percent: progress, text: `${status} (${sentence}${remaining})${waiting}` },
      { id, status, progress, counts, eta_seconds, waiting_for },
    );
  };
  try {
    const batch = await framepress.batches.wait(id, { onProgress });
    return batch.counts.failed > 0 ? batchFaults(batch) : [];
  } catch (error) {
    if (!(error instanceof BatchFailedError)) throw error;
    return batchFaults(error.batch);
  }
}

function freesAt({ limit }: NonNullable<Batch['waiting_for']>): string {
  return limit?.frees_at ? ` Until ${limit.frees_at}.` : '';
}

/** Returns the faults of a batch, whose messages name row and column; at least one. */
export function batchFaults({ id, status, errors, more_errors: more = 0 }: Batch): Fault[] {
  const faults = errors.map(({ row, column, ...error }): Fault => {
    const place = [row && `row ${row}`, column && `column ${JSON.stringify(column)}`];
    const where = place.filter(Boolean).join(', ');
    const message = where ? `${where}: ${error.message}` : error.message;
    const hint = (error as Fault).hint;
    return { ...(error as Fault), message, ...(hint !== undefined && { hint: commandHint(hint) }) };
  });
  const constants = { code: 'rows_unreadable', retryable: false } as const;
  if (faults.length === 0) return [{ ...constants, message: `Batch ${id} is ${status}.` }];
  return more > 0 ? [...faults, { ...constants, message: `${more} more faults` }] : faults;
}

/**
 * Shows one line for each of several works. A terminal redraws the lines with their bars; other
 * streams get a line when the text or a whole percentage changes.
 */
class ProgressLines {
  readonly #stream: NodeJS.WriteStream;
  readonly #lines: string[];
  #isDrawn = false;

  constructor(stream: NodeJS.WriteStream, count: number) {
    this.#stream = stream;
    this.#lines = Array.from({ length: count }, () => '');
  }

  /** Shows the progress of the render or batch at an index. */
  show(index: number, { id, percent, text }: LineOfProgress): void {
    const facts = `${String(Math.floor(percent)).padStart(3)} % ${text}`;
    if (this.#canRedraw) {
      this.#lines[index] = plain(`${id} ${barOf(percent, 100)} ${facts}`);
      this.#draw();
    } else if (this.#lines[index] !== facts) {
      this.#lines[index] = facts;
      this.#stream.write(plain(`${id} ${facts}\n`));
    }
  }

  /** Lines that have scrolled out of a terminal cannot be redrawn. */
  get #canRedraw(): boolean {
    return this.#stream.isTTY && this.#lines.length < this.#stream.rows;
  }

  /** Writes all lines of the terminal again, over those that were written before. */
  #draw(): void {
    const up = this.#isDrawn ? `\u001b[${this.#lines.length}A` : '';
    this.#isDrawn = true;
    // A line that wraps would move the lines below it.
    const lines = this.#lines.map(
      (line) => `\r${line.slice(0, this.#stream.columns - 1)}\u001b[K\n`,
    );
    this.#stream.write(up + lines.join(''));
  }
}
