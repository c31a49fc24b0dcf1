import { reuseTests } from './reuse-tests.ts';

reuseTests(['off', 'session']);
