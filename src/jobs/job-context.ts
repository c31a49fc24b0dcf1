import type { AccountFiles } from '../produce/index.ts';
import type { Hardware } from '../raster/index.ts';
import type { Log } from '../system/index.ts';
import type { SegmentJobs } from './segments/segment-jobs.ts';

/** The resources that jobs use. */
export type JobContext = AccountFiles & {
  /** Hardware encoders that were tested and work. */
  hardware: Hardware;
  /** Has segments drawn on all machines; undefined: this machine draws its own. */
  segments?: SegmentJobs | undefined;
  reuseSegments: 'session' | 'account' | 'off';
  /** Contains a folder for each account or session with cached segments. */
  segmentFolder: string;
  /** Contains the step cache of each account, up to `stepCacheBytes` together. */
  stepCacheFolder: string;
  stepCacheBytes: number;
  /** Contains the other folders. */
  dataFolder: string;
  /** How long an input snapshot is stored for another render of its session. */
  inputsTtlSeconds: number;
  /** Contains a folder for each running job. */
  workFolder: string;
  log: Log;
};
