import { fewOf } from '../../test/support/parts.ts';
import { audioFormatTests } from './audio-formats-tests.fixture.ts';

audioFormatTests(fewOf);
