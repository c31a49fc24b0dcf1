import { FORMATS, testFormats } from './audio-formats.fixture.ts';

testFormats(FORMATS);
