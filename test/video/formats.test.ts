import { fewOf } from '../support/parts.ts';
import { videoFormatTests } from './formats-tests.ts';

videoFormatTests(fewOf);
