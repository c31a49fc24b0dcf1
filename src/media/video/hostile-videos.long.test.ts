import { testHostileVideos } from './hostile-videos.fixture.ts';

testHostileVideos('other');
