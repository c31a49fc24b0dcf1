import { testTwoLeaders } from './two-leaders.fixture.ts';

testTwoLeaders({ isEach: true });
