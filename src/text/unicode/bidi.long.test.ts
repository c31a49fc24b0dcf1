import { testBidi } from './unicode.fixture.ts';

testBidi();
