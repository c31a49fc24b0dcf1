import { testHostileFiles } from './hostile-files.fixture.ts';

testHostileFiles({ all: false });
