import { othersOf } from '../support/parts.ts';
import { storeTests } from './stores-tests.ts';

storeTests(othersOf);
