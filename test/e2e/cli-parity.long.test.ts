import { othersOf } from '../support/parts.ts';
import { parityTests } from './cli-parity-tests.ts';

parityTests(othersOf);
