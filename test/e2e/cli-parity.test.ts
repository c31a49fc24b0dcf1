import { fewOf } from '../support/parts.ts';
import { parityTests } from './cli-parity-tests.ts';

/** cli-parity.long.test.ts has the other rows. */
parityTests(fewOf);
