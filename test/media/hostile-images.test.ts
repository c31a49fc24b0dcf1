import { fewOf } from '../support/parts.ts';
import { hostileImageTests } from './hostile-images-tests.ts';

hostileImageTests(fewOf);
