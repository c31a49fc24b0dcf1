import { othersOf } from '../../../test/support/parts.ts';
import { testSpeakers } from './speakers.fixture.ts';

testSpeakers(othersOf);
