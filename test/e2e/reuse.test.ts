import { reuseTests } from './reuse-tests.ts';

reuseTests(['account']);
