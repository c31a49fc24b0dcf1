import { FORMATS, testFormats } from './audio-formats.fixture.ts';

/** With and without the encoder's delay, with other rates and channels, and with images. */
const SOME = ['lame.mp3', 'with-video.mp4', 'surround.opus', 'eight.wav'];

testFormats(FORMATS.filter(({ name }) => SOME.includes(name)));
