import { expect, test } from 'vitest';
import { runProgram } from '../media/process/index.ts';
import { type Encoding, segmentArgs } from './encoder.ts';
import { chooseHardware, HARDWARE_ENCODERS, probeHardware } from './hardware.ts';

const H264: Encoding = {
  width: 64,
  height: 36,
  codec: 'h264',
  fps: 30,
  quality: 'standard',
  hasAlpha: false,
};

test('each hardware encoder has its own arguments, so that its segments get their own digests', () => {
  const allArgs = [undefined, ...HARDWARE_ENCODERS].flatMap((hardware) =>
    (['h264', 'hevc'] as const).flatMap((codec) =>
      (['draft', 'standard', 'high'] as const).map((quality) =>
        segmentArgs({ ...H264, codec, quality, hardware }).join(' '),
      ),
    ),
  );
  expect(new Set(allArgs).size).toBe(allArgs.length);
  for (const hardware of HARDWARE_ENCODERS) {
    const args = segmentArgs({ ...H264, codec: 'hevc', hardware });
    expect(args[args.indexOf('-c:v') + 1]).toBe(`hevc_${hardware}`);
    expect(args[args.indexOf('-tag:v') + 1]).toBe('hvc1');
    // ffmpeg requires this option before the input.
    expect(args.indexOf('-vaapi_device')).toBeLessThan(args.indexOf('-i'));
  }
  expect(segmentArgs({ ...H264, codec: 'av1', hardware: 'nvenc' })).toEqual(
    segmentArgs({ ...H264, codec: 'av1' }),
  );
});

test.for(['nvenc', 'vaapi', 'qsv'] as const)(
  'ffmpeg accepts the arguments for %s and fails only for lack of the device',
  async (hardware, { skip }) => {
    const { stdout } = await runProgram('ffmpeg', ['-encoders'], { timeoutMs: 200_000 });
    skip(!stdout.includes(`h264_${hardware}`), 'this ffmpeg was built without it');
    const reason = await probeHardware(hardware, 'h264');
    // No reason if the device works.
    expect(reason ?? '').not.toMatch(
      /Unknown encoder|Unrecognized option|Option .* not found|Undefined constant/,
    );
  },
);

test.skipIf(process.platform === 'darwin')(
  'chooseHardware reports an encoder that does not work and leaves the codec to software',
  async () => {
    const reported: string[] = [];
    const hardware = await chooseHardware('videotoolbox', (codec, reason) => {
      reported.push(`${codec}: ${reason}`);
    });
    expect(hardware).toEqual({});
    expect(reported).toEqual([
      expect.stringMatching(/^h264: \S/),
      expect.stringMatching(/^hevc: \S/),
    ]);
  },
);

test('chooseHardware probes no encoder if none is configured', async () => {
  const never = () => expect.unreachable();
  expect(await chooseHardware(undefined, never)).toEqual({});
});
