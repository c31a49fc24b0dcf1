import { testCaptionPlayers } from './caption-players-tests.ts';

testCaptionPlayers('chromium');
