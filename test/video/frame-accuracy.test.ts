import { fewOf } from '../support/parts.ts';
import { frameAccuracyTests } from './frame-accuracy-tests.ts';

frameAccuracyTests(fewOf);
