import { othersOf } from '../test/support/parts.ts';
import { contactSheetTests } from './contact-sheet-tests.fixture.ts';

contactSheetTests(othersOf);
