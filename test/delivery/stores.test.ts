import { fewOf } from '../support/parts.ts';
import { storeTests } from './stores-tests.ts';

storeTests(fewOf);
