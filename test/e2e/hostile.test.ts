import { fewOf } from '../support/parts.ts';
import { hostileTests } from './hostile-tests.ts';

hostileTests(fewOf);
