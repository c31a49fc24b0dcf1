import type { BakeLimits } from './types.ts';

/** Parts of a task's CPU time: one template is filled many times, and each time is waited for. */
const IMPORT_PART = 1 / 6;
const COMPOSE_PART = 1 / 30;
const TASK_CPU_SECONDS = 60;

let taskCpuSeconds = TASK_CPU_SECONDS;

/** Sets the CPU time of a task of this process, of which expressions may use a part. */
export function limitTask(cpuSeconds: number): void {
  taskCpuSeconds = cpuSeconds;
}

/** Limits of the expressions of an imported document. */
export function importLimits(): BakeLimits {
  return {
    cpuMs: taskCpuSeconds * 1000 * IMPORT_PART,
    memoryBytes: 128 * 1024 * 1024,
    expressions: 5000,
    characters: 2_000_000,
    numbers: 4_000_000,
  };
}

/** Limits of the expressions that are evaluated again for a mapping. */
export function composeLimits(): BakeLimits {
  return { ...importLimits(), cpuMs: taskCpuSeconds * 1000 * COMPOSE_PART };
}
