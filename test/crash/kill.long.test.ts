import { othersOf } from '../support/parts.ts';
import { killTests } from './kill-tests.ts';

killTests(othersOf);
