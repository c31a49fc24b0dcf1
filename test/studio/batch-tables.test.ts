import { testBatchTables } from './batch-tables-tests.ts';

testBatchTables(5);
