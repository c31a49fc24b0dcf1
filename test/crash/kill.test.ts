import { fewOf } from '../support/parts.ts';
import { killTests } from './kill-tests.ts';

killTests(fewOf);
