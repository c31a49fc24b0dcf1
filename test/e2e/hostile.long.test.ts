import { othersOf } from '../support/parts.ts';
import { hostileTests } from './hostile-tests.ts';

hostileTests(othersOf);
