/**
 * Runs programs such as ffmpeg in process groups with limits, and reports their failures.
 */
export { CpuClock } from './cpu-clock.ts';
export { demuxerOf, inputArgs, runFfmpeg, runFfprobe } from './ffmpeg.ts';
export { killGroup, limited, spawnGroup } from './process-group.ts';
export { type RunningProgram, runProgram, startProgram } from './program.ts';
export { isKilled, killed, MAX_KILLS } from './program-failure.ts';
