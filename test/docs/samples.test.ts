import { fewOf } from '../support/parts.ts';
import { readPages } from './pages.ts';
import { sampleTests } from './samples-tests.ts';

sampleTests(await readPages(), fewOf);
