import { expect, test } from 'vitest';
import { AppError, fault } from '../base/index.ts';
import { fromErrorData, toErrorData } from './error-data.ts';

test('long messages and long lists of faults are cut', () => {
  const long = 'x'.repeat(1_000_000);
  const details = { pointer: `/${long}`, editable: long, url: long, layerPath: long, hint: long };
  const faults = Array.from({ length: 500 }, () => fault('text_invalid', long, details));
  const data = toErrorData(new AppError('text_invalid', long, details, { faults }));
  expect(JSON.stringify(data).length).toBeLessThan(300_000);
  expect(fromErrorData(data)).toMatchObject({ code: 'text_invalid' });
  expect(data.faults.length).toBeGreaterThan(0);
});

test('a short error is reported unchanged', () => {
  const error = new AppError('text_invalid', 'Expected less.', { pointer: '/a', hint: 'Cut it.' });
  const copy = fromErrorData(toErrorData(error));
  expect([copy.message, copy.details, copy.faults]).toEqual([
    error.message,
    error.details,
    error.faults,
  ]);
});
