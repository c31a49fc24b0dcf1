import { fewOf } from '../support/parts.ts';
import { clickAndTypeTests } from './click-and-type-tests.ts';

clickAndTypeTests(fewOf);
