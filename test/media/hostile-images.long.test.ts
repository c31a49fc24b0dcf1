import { othersOf } from '../support/parts.ts';
import { hostileImageTests } from './hostile-images-tests.ts';

hostileImageTests(othersOf);
