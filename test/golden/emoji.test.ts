import { fewOf } from '../support/parts.ts';
import { emojiTests } from './emoji-tests.ts';

emojiTests(fewOf);
