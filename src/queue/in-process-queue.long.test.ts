import { createBench } from './in-process-bench.fixture.ts';
import { testQueueContract } from './queue-contract.fixture.ts';

testQueueContract('in process', createBench);
