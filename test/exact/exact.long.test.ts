import { othersOf } from '../support/parts.ts';
import { exactTests } from './exact-tests.ts';

exactTests(othersOf);
