import { othersOf } from '../support/parts.ts';
import { combinationTests } from './combinations-tests.ts';

combinationTests(othersOf);
