import { othersOf } from '../../test/support/parts.ts';
import { testRandomDrawings } from './random-drawing.fixture.ts';

testRandomDrawings(othersOf);
