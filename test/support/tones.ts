/** A WAV of 16 bit at 48 kHz in mono. */
export function wavOf(seconds: number, wave: (seconds: number) => number): Buffer {
  const count = Math.round(seconds * 48_000);
  const bytes = Buffer.alloc(44 + count * 2);
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.write('WAVEfmt ', 8, 'latin1');
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(48_000, 24);
  bytes.writeUInt32LE(96_000, 28);
  bytes.writeUInt16LE(2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write('data', 36, 'latin1');
  bytes.writeUInt32LE(count * 2, 40);
  for (let i = 0; i < count; i++)
    bytes.writeInt16LE(Math.round(wave(i / 48_000) * 32_767), 44 + i * 2);
  return bytes;
}

export const tone =
  (hertz: number, level = 0.5) =>
  (seconds: number) =>
    level * Math.sin(2 * Math.PI * hertz * seconds);

/** Returns the amplitude of a frequency in a range of audio. */
export function levelOf(samples: Float32Array, rate: number, hertz: number): number {
  let [re, im] = [0, 0];
  for (const [i, value] of samples.entries()) {
    const angle = (2 * Math.PI * hertz * i) / rate;
    re += value * Math.cos(angle);
    im += value * Math.sin(angle);
  }
  return (2 * Math.hypot(re, im)) / samples.length;
}
