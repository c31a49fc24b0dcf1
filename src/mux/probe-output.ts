import { runProgram } from '../media/process/index.ts';

export type ProbedStream = {
  type: string;
  /** By ffprobe's field names. */
  fields: ReadonlyMap<string, string>;
  /** In file order; times in ticks. */
  packets: { pts: number; dts: number; checksum: number }[];
  /** Duration of a tick, in seconds. */
  tick: number;
  /** In seconds. */
  start: number;
  end: number;
  /** Whether every packet has alpha data. */
  hasAlpha: boolean;
};

const ENTRIES = [
  'packet=stream_index,pts,dts,duration,data_hash',
  'packet_side_data=side_data_type,discard_padding',
  [
    'stream=index,codec_type,codec_name,codec_tag_string,profile,width,height,pix_fmt,time_base,duration',
    'color_range,color_space,color_transfer,color_primaries,sample_rate,channels',
  ].join(),
  'stream_tags=alpha_mode,language,handler_name',
  'stream_disposition=default',
].join(':');
const TIMEOUT_MS = 10 * 60_000;

/** Reads all packets of a file that this service has written, with their times and checksums. */
export async function probeOutput(path: string, signal?: AbortSignal): Promise<ProbedStream[]> {
  const input = ['-protocol_whitelist', 'file', `file:${path}`];
  const show = ['-show_data_hash', 'CRC32', '-show_entries', ENTRIES, '-of', 'compact'];
  const args = ['-v', 'error', ...show, ...input];
  const packets = new Map<string, Packet[]>();
  const streams: Map<string, string>[] = [];
  const take = (line: string) => {
    const fields = fieldsOf(line);
    if (line.startsWith('stream|')) streams.push(fields);
    if (!line.startsWith('packet|')) return;
    const index = fields.get('stream_index') ?? '';
    const streamPackets = packets.get(index) ?? [];
    packets.set(index, streamPackets);
    streamPackets.push({
      pts: Number(fields.get('pts')),
      dts: Number(fields.get('dts')),
      duration: Number(fields.get('duration')),
      checksum: Number.parseInt(fields.get('data_hash')?.slice('CRC32:'.length) ?? '', 16),
      paddingSamples: Number(fields.get('discard_padding') ?? 0),
      hasAlpha: fields.get('side_data_type') === 'Matroska BlockAdditional',
    });
  };
  // An hour at 60 frames per second with audio makes 30 MB of text. After side data, ffprobe
  // continues a packet on the next line.
  let output = '';
  const onLine = (line: string) => {
    if (line.startsWith('|')) output += line;
    else {
      take(output);
      output = line;
    }
  };
  await runProgram('ffprobe', args, { timeoutMs: TIMEOUT_MS, onLine }, signal);
  take(output);
  return streams.map((fields) => streamOf(fields, packets.get(fields.get('index') ?? '') ?? []));
}

type Packet = {
  pts: number;
  dts: number;
  duration: number;
  /** CRC-32 of the packet's bytes. */
  checksum: number;
  /** Audio only: inaudible samples at the end of the packet. */
  paddingSamples: number;
  hasAlpha: boolean;
};

/**
 * Returns a stream with its times in seconds. Its end is taken from the packets if the container
 * has no duration.
 */
function streamOf(fields: Map<string, string>, packets: Packet[]): ProbedStream {
  const [above = 0, below = 1] = (fields.get('time_base') ?? '').split('/').map(Number);
  const tick = above / below;
  const start = tick * packets.reduce((min, { pts }) => Math.min(min, pts), Number.MAX_VALUE);
  const padding = (packets.at(-1)?.paddingSamples ?? 0) / Number(fields.get('sample_rate') ?? 1);
  const last = tick * packets.reduce((max, packet) => Math.max(max, endOf(packet)), 0) - padding;
  const reported = Number(fields.get('duration'));
  // The tag of the track, or of the container if the track has none.
  const alphaMode = fields.get('tag:alpha_mode') ?? fields.get('tag:ALPHA_MODE');
  return {
    type: fields.get('codec_type') ?? '',
    fields,
    packets,
    tick,
    start,
    // A duration in the container is exact: it excludes samples that the encoder adds at the end.
    end: Number.isFinite(reported) ? reported : last,
    hasAlpha: alphaMode === '1' && packets.every(({ hasAlpha }) => hasAlpha),
  };
}

function endOf({ pts, duration }: Packet): number {
  return pts + (Number.isFinite(duration) ? duration : 0);
}

/** Returns the fields of a line of ffprobe, such as `name=value|name=value`. */
function fieldsOf(line: string): Map<string, string> {
  return new Map(
    line.split('|').flatMap((field) => {
      const at = field.indexOf('=');
      return at < 0 ? [] : [[field.slice(0, at), field.slice(at + 1)] as const];
    }),
  );
}
