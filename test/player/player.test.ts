import { playerTests } from './player-tests.ts';

playerTests([
  { browserName: 'chromium', hasMainPath: true, hasOthers: true },
  { browserName: 'firefox', hasMainPath: true, hasOthers: false },
]);
