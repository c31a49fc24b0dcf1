import { syncTests } from './sync-tests.ts';

// The exporter's rate is wrong by a tenth of a second after this time.
syncTests(600);
