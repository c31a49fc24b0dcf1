import { testHostileStrings } from './hostile-strings.fixture.ts';

testHostileStrings();
