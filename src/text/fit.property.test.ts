import { fewOf } from '../../test/support/parts.ts';
import { fitTests } from './fit-tests.fixture.ts';

fitTests(fewOf);
