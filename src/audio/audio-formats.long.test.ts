import { testFormats } from './audio-formats.fixture.ts';

testFormats('other');
