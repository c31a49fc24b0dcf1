import { playerTests } from './player-tests.ts';

playerTests([{ browserName: 'firefox', hasMainPath: false, hasOthers: true }]);
