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
/** With a file, which has to be prepared. */
const withClip = (text: string, clip: string): Mapping => {
  const { resources, ...others } = mapping(text);
  return { ...others, resources: { ...resources, clip: { source: { upload_id: clip } } } };
};
const FAULT: Fault = { code: 'invalid_request', message: 'wrong', retryable: false };

/** A preview whose compositions are the texts of their mappings. */
function preview() {
  const requests: {
    text: string;
    file: string | undefined;
    signal: AbortSignal;
    settle: (answer: string | Error) => Promise<void>;
  }[] = [];
  const results = { shown: [] as string[], states: [] as PreviewState[], faults: [] as number[] };
  const previewing = new Preview<string>({
    compose: ({ resources }, signal) => {
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      signal.addEventListener('abort', () => reject(signal.reason));
      const settle = async (answer: string | Error) => {
        if (typeof answer === 'string') resolve(answer);
        else reject(answer);
        await vi.advanceTimersByTimeAsync(0);
      };
      const text = String(resources['a']?.source?.['text']);
      const file = resources['clip']?.source?.['upload_id'];
      requests.push({ text, file, signal, settle });
      return promise;
    },
    show: (composition) => void results.shown.push(composition),
    onState: (state) => results.states.push(state),
    onFaults: (faults) => results.faults.push(faults.length),
  });
  const last = () => {
    const request = requests.at(-1);
    if (!request) throw new Error('Nothing was asked.');
    return request;
  };
  return { previewing, requests, last, results };
}

test('one composition is in flight, and only the newest mapping is next', async () => {
  const { previewing, requests, last, results } = preview();
  for (const text of ['a', 'b', 'c']) previewing.want(mapping(text));
  expect(requests.map(({ text }) => text)).toEqual(['a']);
  await last().settle('A');
  expect(requests.map(({ text }) => text)).toEqual(['a', 'c']);
  await last().settle('C');
  expect(results.shown).toEqual(['A', 'C']);
  expect(results.states.at(-1)).toBe('current');
});

test('a mapping with faults keeps the last frame and reports the faults', async () => {
  const { previewing, last, results } = preview();
  previewing.want(mapping('a'));
  await last().settle('A');
  previewing.want(mapping('b'));
  await last().settle(new FramepressError('wrong', { status: 422, errors: [FAULT] }));
  expect(results).toMatchObject({ shown: ['A'], faults: [0, 1] });
  expect(results.states.at(-1)).toBe('outdated');
  previewing.want(mapping('c'));
  await last().settle('C');
  expect(results).toMatchObject({ shown: ['A', 'C'], faults: [0, 1, 0] });
});

test('faults of a mapping that is not the newest are not reported', async () => {
  const { previewing, last, results } = preview();
  previewing.want(mapping('a'));
  previewing.want(mapping('b'));
  await last().settle(new FramepressError('wrong', { status: 422, errors: [FAULT] }));
  await last().settle('B');
  expect(results).toMatchObject({ shown: ['B'], faults: [0] });
});

test('the newest mapping is composed again while the service cannot be reached', async () => {
  const { previewing, requests, last, results } = preview();
  previewing.want(mapping('a'));
  await last().settle(new NetworkError('no network'));
  expect(results.states.at(-1)).toBe('offline');
  await vi.advanceTimersByTimeAsync(1000);
  expect(requests).toHaveLength(2);
  await last().settle('A');
  expect(results.shown).toEqual(['A']);
});

test('a preview with an ended token goes on with the next token', async () => {
  const { previewing, last, results } = preview();
  previewing.want(mapping('a'));
  await last().settle(new FramepressError('ended', { status: 401 }));
  expect(results.states.at(-1)).toBe('ended');
  previewing.retry();
  await last().settle('A');
  expect(results.shown).toEqual(['A']);
});

test('files that were removed are requested with a new composition, but not for ever', async () => {
  const { previewing, requests, last, results } = preview();
  previewing.want(mapping('a'));
  await last().settle('A');
  const cause = new FramepressError('not found', { status: 404 });
  const goneError = new Error('The file could not be loaded.', { cause });
  previewing.failed(mapping('a'), goneError);
  expect(results.states.at(-1)).toBe('drawing');
  await vi.advanceTimersByTimeAsync(1000);
  await last().settle('B');
  expect(results).toMatchObject({ shown: ['A', 'B'] });
  previewing.failed(mapping('b'), goneError);
  for (let failures = 0; failures < 3; failures++) {
    await vi.advanceTimersByTimeAsync(10_000);
    await last().settle(goneError);
  }
  expect(results.states.at(-1)).toBe('error');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(requests).toHaveLength(5);
});

test('a preview that was disposed shows nothing any more', async () => {
  const { previewing, last, results } = preview();
  previewing.want(mapping('a'));
  previewing.dispose();
  await last().settle('A');
  expect(results.shown).toEqual([]);
});

test('no text waits for a file: it is drawn with the former file meanwhile', async () => {
  const { previewing, requests, results } = preview();
  const texts = () => requests.map(({ text, file }) => `${text} ${file ?? '-'}`);
  previewing.want(withClip('a', 'old'));
  await requests[0]?.settle('A old');
  expect(results.states.at(-1)).toBe('current');
  previewing.want(withClip('a', 'new'));
  expect(results.states.at(-1)).toBe('preparing');
  previewing.want(withClip('b', 'new'));
  // The text does not begin the file anew.
  expect(texts()).toEqual(['a old', 'a new', 'b old']);
  await requests[2]?.settle('B old');
  expect(results).toMatchObject({ shown: ['A old', 'B old'] });
  expect(results.states.at(-1)).toBe('preparing');
  await requests[1]?.settle('A new');
  expect(texts().at(-1)).toBe('b new');
  await requests[3]?.settle('B new');
  expect(results.shown).toEqual(['A old', 'B old', 'B new']);
  expect(results.states.at(-1)).toBe('current');
});

test('a request that takes long is canceled when its mapping is outdated', async () => {
  const { previewing, requests, results } = preview();
  previewing.want(withClip('a', '1'));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(requests[0]?.signal.aborted).toBe(false);
  previewing.want(withClip('a', '2'));
  await vi.advanceTimersByTimeAsync(0);
  expect(requests[0]?.signal.aborted).toBe(true);
  // The steps of a drag: the first may still be answered soon.
  previewing.want(withClip('a', '3'));
  previewing.want(withClip('a', '4'));
  const prepared = () => requests.filter(({ file }) => file !== undefined);
  expect(prepared().map(({ file, signal }) => [file, signal.aborted])).toEqual([
    ['1', true],
    ['2', false],
  ]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(prepared().map(({ file, signal }) => [file, signal.aborted])).toEqual([
    ['1', true],
    ['2', true],
    ['4', false],
  ]);
  await prepared()[2]?.settle('A 4');
  expect(results.shown.at(-1)).toBe('A 4');
  expect(results.states.at(-1)).toBe('current');
});

test('a text that was corrected while a file is prepared is not a fault any more', async () => {
  const { previewing, requests, results } = preview();
  previewing.want(withClip('wrong', '1'));
  previewing.want(withClip('right', '1'));
  await requests[0]?.settle(new FramepressError('wrong', { status: 422, errors: [FAULT] }));
  await requests[1]?.settle('Right');
  await requests[2]?.settle('Right 1');
  expect(results).toMatchObject({ shown: ['Right', 'Right 1'], faults: [0] });
  expect(results.states.at(-1)).toBe('current');
});

test('what is said is not made for each key, but when the person has left the field', async () => {
  const requests: Mapping[] = [];
  const frames: string[] = [];
  const previewing = new Preview<string>({
    compose: async (composed) => {
      requests.push(composed);
      return 'composed';
    },
    show: (composition) => void frames.push(composition),
    onState: () => undefined,
    onFaults: () => undefined,
  });
  const saying = (name: string, text: string): Mapping => ({
    ...mapping(name),
    audio_tracks: { voice: { source: { speech: { text } } }, music: null },
  });
  const saidIn = ({ audio_tracks: tracks }: Mapping) => tracks?.['voice']?.source?.speech?.text;
  previewing.want(saying('Ana', 'Hello {a}!'));
  await vi.advanceTimersByTimeAsync(0);
  for (const [name, text] of [
    ['Bo', 'Hello {a}!'],
    ['Bob', 'Hello {a}!'],
    ['Bob', 'Bye {a}!'],
  ] as const) {
    previewing.want(saying(name, text));
    await vi.advanceTimersByTimeAsync(0);
  }
  expect(requests.map(saidIn)).toEqual(['Hello {a}!', ...Array(3).fill('Hello Ana!')]);
  expect(requests.map(({ resources }) => resources['a']?.source?.text)).toEqual([
    ...['Ana', 'Bo', 'Bob', 'Bob'],
  ]);
  previewing.speak();
  await vi.advanceTimersByTimeAsync(0);
  expect(saidIn(requests.at(-1) ?? mapping(''))).toBe('Bye {a}!');
  previewing.speak();
  previewing.want(mapping('Bob'));
  await vi.advanceTimersByTimeAsync(0);
  expect(saidIn(requests.at(-1) ?? mapping(''))).toBe('Bye Bob!');
  const count = requests.length;
  previewing.speak();
  await vi.advanceTimersByTimeAsync(0);
  expect(saidIn(requests[count] ?? saying('', ''))).toBeUndefined();
  expect(frames.length).toBe(requests.length);
});
