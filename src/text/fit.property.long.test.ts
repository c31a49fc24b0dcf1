import { othersOf } from '../../test/support/parts.ts';
import { fitTests } from './fit-tests.fixture.ts';

fitTests(othersOf);
