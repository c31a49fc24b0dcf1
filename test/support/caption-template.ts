import { join } from 'node:path';
import { writeZip } from './package.ts';

const CAPTION_SIZE = { width: 320, height: 180, fps: 10, frames: 20 };

/** Writes a package with a black ground and no text, for captions of two seconds. */
export function writeEmptyPackage(folder: string): Promise<string> {
  const { width: w, height: h, fps: fr, frames: op } = CAPTION_SIZE;
  const ground = { ty: 1, nm: 'Ground', sw: w, sh: h, sc: '#000000', ks: {} };
  const layers = [{ ...ground, ip: 0, op, st: 0, sr: 1 }];
  const lottie = { v: '5.9.0', w, h, fr, ip: 0, op, nm: 'empty', layers };
  return writeZip(join(folder, 'empty.zip'), { 'data.json': JSON.stringify(lottie) });
}
