import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { deadline, orAbort } from './abort.ts';
import { boundedFaults } from './bounded-faults.ts';
import { AppError, ERROR_CODES, expected, fault } from './errors.ts';
import { newId } from './ids.ts';
import { exceededBound } from './json-bounds.ts';
import { jsonPointer } from './json-pointer.ts';

test('docs/errors.md lists the same codes, statuses and retry rules as the table', async () => {
  const page = await readFile(
    fileURLToPath(new URL('../../docs/errors.md', import.meta.url)),
    'utf8',
  );
  const reported = [...page.matchAll(/^\| `(\w+)` +\| (\d+) +\| (yes|no) +\|/gm)].map(
    ([, code, status, retry]) => [code, Number(status), retry === 'yes'],
  );
  expect(reported).toEqual(
    Object.entries(ERROR_CODES).map(([code, { status, retryable }]) => [code, status, retryable]),
  );
});

test('long texts of a fault are cut, also in the values of inner messages, and one fault always stays', () => {
  const long = 'a'.repeat(300_000);
  const params = { why: { message_id: 'x', params: { part: long } }, names: [long, 3], count: 2 };
  const { faults, more } = boundedFaults([{ ...fault('text_invalid', long), params }]);
  expect(more).toBe(0);
  const cut = `${'a'.repeat(999)}…`;
  const inner = { message_id: 'x', params: { part: cut } };
  expect(faults[0]?.params).toEqual({ why: inner, names: [cut, 3], count: 2 });
  const names = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`n${at}`, long]));
  const many = [fault('text_invalid', 'first'), fault('text_invalid', 'second')];
  const wide = many.map((fields) => ({ ...fields, params: names }));
  expect(boundedFaults(wide)).toMatchObject({ faults: [{ message: 'first' }], more: 1 });
});

describe('AppError', () => {
  test('contains every fault and the cause', () => {
    const faults = [
      fault('text_invalid', 'one', { editable: 't_01' }),
      fault('color_invalid', 'two'),
    ];
    const error = AppError.fromFaults(faults);
    expect([error.code, error.status, error.faults, error.message]).toEqual([
      'text_invalid',
      422,
      faults,
      'one (and 1 more)',
    ]);
  });

  test('states the expected and the received value, shortened to a readable length', () => {
    expect(expected('a number', 'w', 'x'.repeat(1000)).text).toBe(
      `Expected a number for w but received "${'x'.repeat(77)}…".`,
    );
    expect(expected('a list', 'k', undefined).text).toBe(
      'Expected a list for k but received nothing.',
    );
    expect(expected('a name', 'n', '\ud800').text).toContain('\ufffd');
  });
});

test('ids are random base-58 strings, and JSON pointers are escaped', () => {
  const ids = new Set(Array.from({ length: 1000 }, () => newId('rs')));
  expect(ids.size).toBe(1000);
  for (const id of ids) expect(id).toMatch(/^rs_[1-9A-HJ-NP-Za-km-z]{20}$/);
  expect(jsonPointer('a/b', '~', 0)).toBe('/a~1b/~0/0');
});

test('a deadline and an abort reject a waiting promise', async () => {
  using limit = deadline(5, 'asset_timeout', 'late');
  await expect(orAbort(new Promise(() => undefined), limit.signal)).rejects.toMatchObject({
    code: 'asset_timeout',
  });
  const parent = AbortSignal.abort(new Error('stop'));
  using inner = deadline(1000, 'asset_timeout', 'late', parent);
  await expect(orAbort(Promise.resolve(1), inner.signal)).rejects.toThrow('stop');
});

describe('exceededBound', () => {
  const bounds = { levels: 3, entries: 4, keys: 3, values: 12 };
  test.each([
    ['{"a":1,"b":[1,2,3,4],"c":{"d":"{[,,,"}}', undefined],
    ['"[[[[[[,,,,,"', undefined],
    ['{"a\\",,,,,\\\\":[]}', undefined],
    ['[[[[]]]]', 'levels'],
    ['[1,2,3,4,5]', 'entries'],
    ['[[1,2,3],[1,2,3],4,5]', undefined],
    ['{"a":1,"a":1,"a":1,"a":1}', 'keys'],
    ['[[1,2,3],[1,2,3],[1,2,3]]', 'values'],
    ['[[],[],[],[]]', undefined],
    // What is no JSON is not followed further.
    [']]]]]{"a', undefined],
    ['"\\', undefined],
    ['', undefined],
  ])('%s', (text, exceeded) => {
    expect(exceededBound(text, bounds)).toBe(exceeded);
  });
});
