import { type Fault, FramepressError, NetworkError } from '@framepress/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Mapping } from '../api/types.ts';
import { Preview, type PreviewState } from './preview.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const mapping = (text: string): Mapping => ({
  template_style_version_id: 'tsv_1',
  resources: { a: { source: { text } } },
});
const FAULT: Fault = { code: 'invalid_request', message: 'wrong', retryable: false };

/** A preview whose compositions are the texts of their mappings. */
function preview() {
  const asked: { text: string; settle: (answer: string | Error) => Promise<void> }[] = [];
  const seen = { shown: [] as string[], states: [] as PreviewState[], faults: [] as number[] };
  const previewing = new Preview<string>({
    compose: ({ resources }) => {
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      const settle = async (answer: string | Error) => {
        if (typeof answer === 'string') resolve(answer);
        else reject(answer);
        await vi.advanceTimersByTimeAsync(0);
      };
      asked.push({ text: String(resources['a']?.source?.['text']), settle });
      return promise;
    },
    show: (composition) => void seen.shown.push(composition),
    onState: (state) => seen.states.push(state),
    onFaults: (faults) => seen.faults.push(faults.length),
  });
  const last = () => {
    const found = asked.at(-1);
    if (!found) throw new Error('Nothing was asked.');
    return found;
  };
  return { previewing, asked, last, seen };
}

test('one composition is in flight, and only the newest mapping is next', async () => {
  const { previewing, asked, last, seen } = preview();
  for (const text of ['a', 'b', 'c']) previewing.want(mapping(text));
  expect(asked.map(({ text }) => text)).toEqual(['a']);
  await last().settle('A');
  expect(asked.map(({ text }) => text)).toEqual(['a', 'c']);
  await last().settle('C');
  expect(seen.shown).toEqual(['A', 'C']);
  expect(seen.states.at(-1)).toBe('current');
});

test('a mapping with faults keeps the last frame and reports the faults', async () => {
  const { previewing, last, seen } = preview();
  previewing.want(mapping('a'));
  await last().settle('A');
  previewing.want(mapping('b'));
  await last().settle(new FramepressError('wrong', { status: 422, errors: [FAULT] }));
  expect(seen).toMatchObject({ shown: ['A'], faults: [0, 1] });
  expect(seen.states.at(-1)).toBe('outdated');
  previewing.want(mapping('c'));
  await last().settle('C');
  expect(seen).toMatchObject({ shown: ['A', 'C'], faults: [0, 1, 0] });
});

test('faults of a mapping that is not the newest are not reported', async () => {
  const { previewing, last, seen } = preview();
  previewing.want(mapping('a'));
  previewing.want(mapping('b'));
  await last().settle(new FramepressError('wrong', { status: 422, errors: [FAULT] }));
  await last().settle('B');
  expect(seen).toMatchObject({ shown: ['B'], faults: [0] });
});

test('the newest mapping is composed again while the service cannot be reached', async () => {
  const { previewing, asked, last, seen } = preview();
  previewing.want(mapping('a'));
  await last().settle(new NetworkError('no network'));
  expect(seen.states.at(-1)).toBe('offline');
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked).toHaveLength(2);
  await last().settle('A');
  expect(seen.shown).toEqual(['A']);
});

test('a preview with an ended token goes on with the next token', async () => {
  const { previewing, last, seen } = preview();
  previewing.want(mapping('a'));
  await last().settle(new FramepressError('ended', { status: 401 }));
  expect(seen.states.at(-1)).toBe('ended');
  previewing.retry();
  await last().settle('A');
  expect(seen.shown).toEqual(['A']);
});

test('files that were removed are requested with a new composition, but not for ever', async () => {
  const { previewing, asked, last, seen } = preview();
  previewing.want(mapping('a'));
  await last().settle('A');
  const cause = new FramepressError('not found', { status: 404 });
  const gone = new Error('The file could not be loaded.', { cause });
  previewing.failed(mapping('a'), gone);
  expect(seen.states.at(-1)).toBe('drawing');
  await vi.advanceTimersByTimeAsync(1000);
  await last().settle('B');
  expect(seen).toMatchObject({ shown: ['A', 'B'] });
  previewing.failed(mapping('b'), gone);
  for (let failures = 0; failures < 3; failures++) {
    await vi.advanceTimersByTimeAsync(10_000);
    await last().settle(gone);
  }
  expect(seen.states.at(-1)).toBe('error');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveLength(5);
});

test('a preview that was disposed shows nothing any more', async () => {
  const { previewing, last, seen } = preview();
  previewing.want(mapping('a'));
  previewing.dispose();
  await last().settle('A');
  expect(seen.shown).toEqual([]);
});
