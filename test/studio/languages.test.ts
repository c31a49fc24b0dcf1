import { fewOf } from '../support/parts.ts';
import { languagesTests } from './languages-tests.ts';

languagesTests(fewOf);
