import { it } from 'vitest';
import { expectRandomTextsFit } from './random-fit.fixture.ts';

it('random texts fit into their boxes at the largest size, and fitted texts do not change', () =>
  expectRandomTextsFit(400, 3));
