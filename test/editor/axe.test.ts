import { fewOf } from '../support/parts.ts';
import { axeTests } from './axe-tests.ts';

axeTests(fewOf);
