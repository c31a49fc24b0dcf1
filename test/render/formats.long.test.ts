import { othersOf } from '../support/parts.ts';
import { formatTests } from './formats-tests.ts';

formatTests(othersOf);
