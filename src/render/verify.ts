import { stat } from 'node:fs/promises';
import { AppError } from '../base/index.ts';
import { runProgram } from '../media/index.ts';

export type VideoFacts = {
  width: number;
  height: number;
  frameCount: number;
  durationSeconds: number;
  bytes: number;
};

type Stream = {
  codec_type: string;
  codec_name: string;
  profile?: string;
  width?: number;
  height?: number;
  nb_read_packets?: string;
  pix_fmt?: string;
  color_space?: string;
  sample_rate?: string;
  channels?: number;
  start_time?: string;
  duration?: string;
};

const ENTRIES =
  'stream=codec_type,codec_name,profile,width,height,nb_read_packets,pix_fmt,color_space,sample_rate,channels,start_time,duration:format=duration';

/** Reads the finished file back and throws `render_corrupt` where it is not what was asked for. */
export async function verifyVideo(
  path: string,
  expected: { width: number; height: number; frameCount: number; fps: number; hasSound: boolean },
  signal?: AbortSignal,
): Promise<VideoFacts> {
  const { hasSound, ...video } = expected;
  const input = ['-protocol_whitelist', 'file', `file:${path}`];
  const args = ['-v', 'error', '-count_packets', '-show_entries', ENTRIES, '-of', 'json', ...input];
  const { stdout } = await runProgram('ffprobe', args, { timeoutMs: 60_000 }, signal);
  const { streams = [], format } = JSON.parse(stdout.toString()) as {
    streams?: Stream[];
    format?: { duration?: string };
  };
  const wanted = [
    `${video.width}x${video.height}, ${video.frameCount} frames, yuv420p, bt709`,
    ...(hasSound ? ['aac LC, 48000 Hz, 2 channels'] : []),
  ];
  compare(wanted.join('; '), streams.map(describe).join('; '));
  // What is seen and what is heard begin together and are equally long, to half a frame.
  const most = 0.5 / video.fps;
  const seconds = video.frameCount / video.fps;
  for (const { codec_type: type, start_time: start, duration } of streams) {
    const [from, length] = [Number(start), Number(duration)];
    if (Math.abs(from) <= most && Math.abs(length - seconds) <= most) continue;
    compare(`${type} from 0 s for ${seconds} s`, `${type} from ${from} s for ${length} s`);
  }
  const { size } = await stat(path);
  return { ...video, durationSeconds: Number(format?.duration ?? 0), bytes: size };
}

function describe(stream: Stream): string {
  const { codec_name: codec, profile, sample_rate: rate, channels } = stream;
  if (stream.codec_type === 'audio') return `${codec} ${profile}, ${rate} Hz, ${channels} channels`;
  return `${stream.width}x${stream.height}, ${stream.nb_read_packets} frames, ${stream.pix_fmt}, ${stream.color_space}`;
}

function compare(wanted: string, found: string): void {
  if (found === wanted) return;
  throw new AppError('render_corrupt', `Expected a video of ${wanted} but the file has ${found}.`, {
    hint: 'Render again.',
  });
}
