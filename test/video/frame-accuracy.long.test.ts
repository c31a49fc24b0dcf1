import { othersOf } from '../support/parts.ts';
import { frameAccuracyTests } from './frame-accuracy-tests.ts';

frameAccuracyTests(othersOf);
