import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Gauge } from 'prom-client';
import { registry } from './registry.ts';

/** The kinds of processes of a service. */
export type ProcessKind = 'service' | 'isolated' | 'rasteriser';

const RESOLUTION_MS = 20;
const PERCENTILES = [50, 99, 100] as const;

/**
 * Reports the memory of the processes of a service and the delay of its event loop. `pids` has the running
 * processes beside the service itself; `rssBytes` returns the memory of a process, undefined after its end.
 */
export function observeProcesses(
  pids: () => Readonly<Record<Exclude<ProcessKind, 'service'>, readonly number[]>>,
  rssBytes: (pid: number) => number | undefined,
): Disposable {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  const groups = () => Object.entries({ service: [process.pid], ...pids() });
  const gauges = [
    new Gauge({
      name: 'framepress_processes',
      help: 'Running processes by kind.',
      labelNames: ['process'],
      registers: [registry],
      collect() {
        for (const [kind, ids] of groups()) this.set({ process: kind }, ids.length);
      },
    }),
    new Gauge({
      name: 'framepress_process_memory_bytes',
      help: 'Resident memory of all processes of a kind.',
      labelNames: ['process'],
      registers: [registry],
      collect() {
        for (const [kind, ids] of groups())
          this.set(
            { process: kind },
            ids.reduce((sum, pid) => sum + memoryOf(pid, rssBytes), 0),
          );
      },
    }),
    new Gauge({
      name: 'framepress_event_loop_delay_seconds',
      help: 'Delay of the event loop since the last reading, by quantile.',
      labelNames: ['quantile'],
      registers: [registry],
      collect() {
        for (const percentile of PERCENTILES) {
          const ms = delays.count === 0 ? 0 : delays.percentile(percentile) / 1e6 - RESOLUTION_MS;
          this.set({ quantile: `${percentile / 100}` }, Math.max(0, ms) / 1000);
        }
        delays.reset();
      },
    }),
  ];
  return {
    [Symbol.dispose]() {
      delays.disable();
      for (const gauge of gauges) removeGauge(gauge);
    },
  };
}

/** The service itself is known on every system; other processes only with `/proc`. */
function memoryOf(pid: number, rssBytes: (pid: number) => number | undefined): number {
  return pid === process.pid ? process.memoryUsage.rss() : (rssBytes(pid) ?? 0);
}

function removeGauge(gauge: Gauge): void {
  const { name } = gauge as unknown as { name: string };
  registry.removeSingleMetric(name);
}
