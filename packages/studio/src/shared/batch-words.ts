import type { Batch } from '@framepress/client';
import type { StringKey } from '../strings/index.ts';
import type { Tone } from './status-chip.ts';

type State = Pick<Batch, 'status' | 'paused_reason' | 'counts'>;

/** The state of a batch in plain words: why it is paused, too. */
export function batchWords({ status, paused_reason: reason, counts }: State): {
  key: StringKey;
  tone: Tone;
} {
  if (status === 'checking') return { key: 'batchStatus.checking', tone: 'busy' };
  if (status === 'running') return { key: 'batchStatus.running', tone: 'busy' };
  if (status === 'completed')
    return { key: 'batchStatus.completed', tone: counts.failed > 0 ? 'warning' : 'good' };
  if (status === 'canceled') return { key: 'batchStatus.canceled', tone: 'plain' };
  if (status === 'failed') return { key: 'batchStatus.failed', tone: 'bad' };
  if (reason === 'invalid_rows' || (isUntouched(counts) && counts.invalid > 0))
    return { key: 'batchStatus.toCorrect', tone: 'warning' };
  return isUntouched(counts) && reason === 'user'
    ? { key: 'batchStatus.toStart', tone: 'plain' }
    : { key: 'batchStatus.paused', tone: 'warning' };
}

/** Whether no row of a batch has begun. */
function isUntouched({ rendering, rendered, failed, canceled }: Batch['counts']): boolean {
  return rendering + rendered + failed + canceled === 0;
}

/** The requests that a batch permits in its status. */
export function batchActions({ status, counts }: State) {
  const isOver = status === 'completed' || status === 'canceled' || status === 'failed';
  return {
    canPause: status === 'running',
    canResume: (status === 'paused' && counts.waiting > 0) || status === 'canceled',
    canCancel: !isOver,
    canRetry:
      (status === 'completed' || status === 'paused' || status === 'running') && counts.failed > 0,
    canCorrect:
      (status === 'paused' || status === 'completed') &&
      counts.invalid + counts.failed + counts.rendered > 0,
    canDownload: counts.rendered > 0,
    canDelete: isOver || status === 'paused',
  };
}
