import { syncTests } from './sync-tests.ts';

syncTests(60);
