import { fewOf } from '../support/parts.ts';
import { timeMapTests } from './time-map-tests.ts';

timeMapTests(fewOf);
