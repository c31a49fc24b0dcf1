import { FramepressError, NetworkError } from '@framepress/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Mapping } from '../api/types.ts';
import { Autosave, type KeptWork, type Merged, type SaveState } from './autosave.ts';
import { pauseMs } from './failure.ts';
import { workStore } from './work-store.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const mapping = (text: string): Mapping => ({
  template_style_version_id: 'tsv_1',
  resources: { a: { source: { text } } },
});

type Request = {
  mapping: Mapping;
  revision: number;
  succeed: () => Promise<void>;
  fail: (error: Error) => Promise<void>;
};

/** An autosave whose requests the test answers. */
function autosave() {
  const requests: Request[] = [];
  const states: SaveState[] = [];
  let work: KeptWork | undefined;
  const merges: (Merged | Error | undefined)[] = [];
  const saving = new Autosave({
    revision: 1,
    base: mapping(''),
    merge: async () => {
      const result = merges.shift();
      if (result instanceof Error) throw result;
      return result;
    },
    store: {
      read: () => work,
      write: (newWork) => {
        work = newWork;
      },
    },
    onState: (state) => states.push(state),
    send: (mapping, revision) => {
      const { promise, resolve, reject } = Promise.withResolvers<number>();
      const settle = async (act: () => void) => {
        act();
        await vi.advanceTimersByTimeAsync(0);
      };
      requests.push({
        mapping,
        revision,
        succeed: () => settle(() => resolve(revision + 1)),
        fail: (error) => settle(() => reject(error)),
      });
      return promise;
    },
  });
  const request = (at: number) => {
    const foundRequest = requests[at];
    if (!foundRequest) throw new Error(`There is no request ${at}.`);
    return foundRequest;
  };
  return { saving, requests, request, states, merges, keptWork: () => work };
}

const status = (code: number) => new FramepressError('failed', { status: code });

test('edits during a pause are one request, and edits during a request are the next one', async () => {
  const { saving, requests, request, states, keptWork } = autosave();
  saving.change(mapping('a'));
  saving.change(mapping('ab'));
  await vi.advanceTimersByTimeAsync(1000);
  expect(requests).toHaveLength(1);
  saving.change(mapping('abc'));
  saving.change(mapping('abcd'));
  await vi.advanceTimersByTimeAsync(5000);
  expect(requests).toHaveLength(1);
  await request(0).succeed();
  expect(request(1)).toMatchObject({ mapping: mapping('abcd'), revision: 2 });
  expect(keptWork()).toEqual({ revision: 2, mapping: mapping('abcd'), base: mapping('ab') });
  await request(1).succeed();
  expect(states).toEqual(['unsaved', 'saving', 'saved']);
  expect(keptWork()).toBeUndefined();
  expect(saving.hasUnsavedWork).toBe(false);
});

test('offline work is kept and sent when the service is back', async () => {
  const { saving, requests, request, keptWork } = autosave();
  saving.change(mapping('a'));
  await vi.advanceTimersByTimeAsync(1000);
  await request(0).fail(new NetworkError('no network'));
  expect(saving.state).toBe('offline');
  saving.change(mapping('ab'));
  expect(keptWork()?.mapping).toEqual(mapping('ab'));
  await vi.advanceTimersByTimeAsync(1000);
  await request(1).fail(status(503));
  saving.retry();
  await vi.advanceTimersByTimeAsync(0);
  expect(requests).toHaveLength(3);
  await request(2).succeed();
  expect(request(2).mapping).toEqual(mapping('ab'));
  expect(saving.state).toBe('saved');
});

test('a conflict waits for a person, who keeps one of the versions', async () => {
  const { saving, requests, request, keptWork } = autosave();
  saving.change(mapping('mine'));
  await vi.advanceTimersByTimeAsync(1000);
  await request(0).fail(status(412));
  expect(saving.state).toBe('conflict');
  saving.change(mapping('mine too'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(requests).toHaveLength(1);
  expect(await saving.flush()).toBe(false);
  saving.decide({ revision: 7, base: mapping('theirs'), mapping: mapping('mine too') });
  await vi.advanceTimersByTimeAsync(0);
  expect(request(1)).toMatchObject({ mapping: mapping('mine too'), revision: 7 });
  await request(1).succeed();
  expect(saving.state).toBe('saved');
  expect(keptWork()).toBeUndefined();
});

test('a conflict in other fields is merged and saved without a question', async () => {
  const { saving, request, merges, states } = autosave();
  const merged = { revision: 5, base: mapping('theirs'), mapping: mapping('both') };
  merges.push(merged);
  saving.change(mapping('mine'));
  await vi.advanceTimersByTimeAsync(1000);
  await request(0).fail(status(412));
  expect(request(1)).toMatchObject({ mapping: mapping('both'), revision: 5 });
  await request(1).succeed();
  expect(states).toEqual(['unsaved', 'saving', 'saved']);

  // Without an answer about the others, it is tried again.
  merges.push(new NetworkError('no network'), merged);
  saving.change(mapping('more'));
  await vi.advanceTimersByTimeAsync(1000);
  await request(2).fail(status(412));
  expect(saving.state).toBe('offline');
  await vi.advanceTimersByTimeAsync(1000);
  await request(3).fail(status(412));
  await request(4).succeed();
  expect(saving.state).toBe('saved');
});

test('work is kept when the token ends, and sent with the next token', async () => {
  const { saving, request, keptWork } = autosave();
  saving.change(mapping('a'));
  await vi.advanceTimersByTimeAsync(1000);
  await request(0).fail(status(401));
  expect(saving.state).toBe('ended');
  expect(keptWork()?.mapping).toEqual(mapping('a'));
  saving.retry();
  await vi.advanceTimersByTimeAsync(0);
  await request(1).succeed();
  expect(saving.state).toBe('saved');
});

test('a new token that comes before the answer for the former one is used', async () => {
  const { saving, requests, request } = autosave();
  saving.change(mapping('a'));
  await vi.advanceTimersByTimeAsync(1000);
  const flushed = saving.flush();
  saving.retry();
  await request(0).fail(status(401));
  await request(1).succeed();
  expect(await flushed).toBe(true);
  saving.change(mapping('ab'));
  await vi.advanceTimersByTimeAsync(1000);
  await request(2).fail(status(401));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(requests).toHaveLength(3);
  expect(saving.state).toBe('ended');
});

test('the work of a draft that was deleted is kept, and not sent again', async () => {
  const { saving, requests, request, keptWork } = autosave();
  saving.change(mapping('a'));
  await vi.advanceTimersByTimeAsync(1000);
  await request(0).fail(status(404));
  expect(saving.state).toBe('gone');
  saving.change(mapping('ab'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(requests).toHaveLength(1);
  expect(await saving.flush()).toBe(false);
  expect(keptWork()?.mapping).toEqual(mapping('ab'));
});

test('a mapping with faults is sent again only after the next edit', async () => {
  const { saving, requests, request } = autosave();
  saving.change(mapping('a'));
  await vi.advanceTimersByTimeAsync(1000);
  await request(0).fail(status(422));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(saving.state).toBe('error');
  expect(requests).toHaveLength(1);
  saving.change(mapping('b'));
  await vi.advanceTimersByTimeAsync(1000);
  await request(1).succeed();
  expect(saving.state).toBe('saved');
});

test('flush sends without a pause and reports whether all is saved', async () => {
  const { saving, request } = autosave();
  saving.change(mapping('a'));
  const flushed = saving.flush();
  await vi.advanceTimersByTimeAsync(0);
  saving.change(mapping('b'));
  await request(0).succeed();
  await request(1).succeed();
  expect(await flushed).toBe(true);
  saving.change(mapping('c'));
  const failing = saving.flush();
  await vi.advanceTimersByTimeAsync(0);
  await request(2).fail(new NetworkError('no network'));
  expect(await failing).toBe(false);
});

test('pauses grow to ten seconds, and are at least as long as the service asks', () => {
  expect([1, 2, 3, 10].map((failures) => pauseMs(failures))).toEqual([1000, 2000, 4000, 10_000]);
  const error = new FramepressError('busy', { status: 503, retryAfterMs: 5000 });
  expect(pauseMs(1, error)).toBe(5000);
});

test('work from a storage is used only if it has the form of work', () => {
  const items = new Map<string, string>();
  const storage = () => ({
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  });
  const store = workStore(storage, 'rs_1');
  expect(store.read()).toBeUndefined();
  store.write({ revision: 3, mapping: mapping('a') });
  expect(store.read()).toEqual({ revision: 3, mapping: mapping('a') });
  for (const text of ['{', '{}', '{"revision":1}', '[]']) {
    items.set('framepress-editor:rs_1', text);
    expect(store.read()).toBeUndefined();
  }
  const forbidden = workStore(() => {
    throw new Error('forbidden');
  }, 'rs_1');
  forbidden.write({ revision: 3, mapping: mapping('a') });
  expect(forbidden.read()).toBeUndefined();
});
