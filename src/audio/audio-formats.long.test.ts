import { othersOf } from '../../test/support/parts.ts';
import { audioFormatTests } from './audio-formats-tests.fixture.ts';

audioFormatTests(othersOf);
