/** The part of autocannon that the benchmarks use; the package has no types. */
declare module 'autocannon' {
  namespace autocannon {
    type Options = {
      url: string;
      method?: 'GET' | 'POST';
      headers: Record<string, string>;
      body?: string;
      duration: number;
      connections: number;
      overallRate?: number;
      ignoreCoordinatedOmission?: boolean;
    };
    type Result = {
      requests: { average: number };
      latency: { p50: number; p99: number; max: number };
      non2xx: number;
      errors: number;
    };
  }
  function autocannon(options: autocannon.Options): Promise<autocannon.Result>;
  // biome-ignore lint/style/noDefaultExport: the package has one
  export default autocannon;
}
