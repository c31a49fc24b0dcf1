import { othersOf } from '../support/parts.ts';
import { videoFormatTests } from './formats-tests.ts';

videoFormatTests(othersOf);
