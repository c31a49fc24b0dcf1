import { testHostileStrings } from './hostile-strings.fixture.ts';

testHostileStrings(10_000);
