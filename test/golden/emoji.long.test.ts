import { othersOf } from '../support/parts.ts';
import { emojiTests } from './emoji-tests.ts';

emojiTests(othersOf);
