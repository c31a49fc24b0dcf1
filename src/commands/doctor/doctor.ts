import { randomBytes } from 'node:crypto';
import { access, constants, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { textOf } from '../../base/index.ts';
import { type Config, readConfig } from '../../config/index.ts';
import { fallbackFonts } from '../../fonts/index.ts';
import { runProgram } from '../../media/process/index.ts';
import {
  codecEncoders,
  HARDWARE_ENCODERS,
  type HardwareEncoder,
  probeHardware,
} from '../../raster/index.ts';
import { createVault, LOST_HINT, lostSecrets, secretKeys } from '../../secrets/index.ts';
import { CLOCK_HINT, clockProblem, measureClock, withDatabase } from '../../service/index.ts';
import { openStore } from '../../storage/index.ts';
import { toAppError } from '../../system/index.ts';
import { print } from '../output.ts';
import { ReportedFailure } from '../program/reported-failure.ts';
import type { Finding } from './finding.ts';
import { speechFindings } from './speech-findings.ts';

/** Checks the requirements of Framepress on this machine; exit code 1 when any is missing. */
export async function doctorCommand(options: { dataDir?: string; json?: boolean }): Promise<void> {
  const config = readConfig(process.env, { FRAMEPRESS_DATA_DIR: options.dataDir });
  const install = (what: string) =>
    process.platform === 'darwin'
      ? `brew install ${what}`
      : `apt-get update && apt-get install -y ${what}`;
  const findings: Finding[] = [
    nodeFinding(),
    await programFinding('ffmpeg', install('ffmpeg')),
    await programFinding('ffprobe', install('ffmpeg')),
    ...(await encoderFindings(install('ffmpeg'))),
    ...(await hardwareFindings(config.encoder)),
    await fontFinding(
      'fallback fonts',
      'a',
      config.fontDirs,
      install(process.platform === 'darwin' ? '--cask font-noto-sans' : 'fonts-noto-core'),
    ),
    await fontFinding(
      'CJK fonts',
      '字',
      config.fontDirs,
      install(process.platform === 'darwin' ? '--cask font-noto-sans-cjk' : 'fonts-noto-cjk'),
    ),
    ...(await speechFindings(config, install)),
    await dataFolderFinding(config.dataDir),
    ...(await storageFindings(config)),
    ...(await databaseAndSecrets(config)),
  ];
  print(options.json, { ok: findings.every((f) => f.ok), findings }, () =>
    findings.map(
      (f) => `${markOf(f)} ${f.name}: ${f.found}${f.cure ? `\n        cure: ${f.cure}` : ''}`,
    ),
  );
  if (findings.some((f) => !f.ok)) throw new ReportedFailure();
}

/** Returns whether Node.js is new enough. */
function nodeFinding(): Finding {
  const ok = Number(process.versions.node.split('.')[0]) >= 24;
  return {
    name: 'Node.js',
    ok,
    found: process.versions.node,
    cure: ok ? null : 'npm ci, then run bin/framepress, which uses the Node.js that comes with it',
  };
}

/** Returns whether a program can be run, with the first line that its `-version` prints. */
async function programFinding(name: string, cure: string): Promise<Finding> {
  const version = await runProgram(name, ['-version'], { timeoutMs: 10_000 }).then(
    ({ stdout }) => stdout.toString().split('\n')[0],
    () => undefined,
  );
  return {
    name,
    ok: version !== undefined,
    found: version ?? 'not installed',
    cure: version === undefined ? cure : null,
  };
}

function markOf({ ok, available }: Finding): string {
  if (!ok) return 'MISSING';
  return available === false ? '–      ' : 'ok     ';
}

/**
 * Returns the state of each codec's encoder; nothing without ffmpeg, which is reported separately.
 */
async function encoderFindings(cure: string): Promise<Finding[]> {
  const supported = await codecEncoders().catch(() => []);
  return supported.map(({ codec, encoders: names, missing }) => {
    const ok = missing.length === 0;
    const lack = `ffmpeg has no ${missing.join(' and no ')}: sessions that request ${codec} are rejected`;
    return {
      name: `encoder of ${codec}`,
      ok,
      found: ok ? names.join(' and ') : lack,
      cure: ok ? null : cure,
    };
  });
}

/**
 * Returns the state of each hardware encoder. Only a failure of the configured encoder is a fault.
 */
async function hardwareFindings(configured: HardwareEncoder | undefined): Promise<Finding[]> {
  const findings = HARDWARE_ENCODERS.map(async (name): Promise<Finding> => {
    const [h264, hevc] = await Promise.all([
      probeHardware(name, 'h264'),
      probeHardware(name, 'hevc'),
    ]);
    const works = [...(h264 ? [] : ['H.264']), ...(hevc ? [] : ['HEVC'])];
    const ok = name !== configured || works.length === 2;
    const detail = works.length > 0 ? `encodes ${works.join(' and ')}` : 'does not work here';
    const reason = h264 ?? hevc;
    return {
      name: `encoder ${name}`,
      ok,
      ...(ok && works.length === 0 && { available: false as const }),
      found: ok || !reason ? detail : `${detail} (${reason}); the CPU encodes instead`,
      cure: ok ? null : 'install its driver, or set FRAMEPRESS_ENCODER=software',
    };
  });
  return Promise.all(findings);
}

/** Returns whether an installed font has the characters of `sample`. */
async function fontFinding(
  name: string,
  sample: string,
  folders: readonly string[],
  cure: string,
): Promise<Finding> {
  const faces = await fallbackFonts(sample, folders);
  const face = faces.find((f) => f.has(sample.codePointAt(0) ?? 0));
  return {
    name,
    ok: face !== undefined,
    found: face?.postScriptName ?? 'not installed',
    cure: face ? null : cure,
  };
}

/** Returns the state of a file store outside of the data folder. */
async function storageFindings(config: Config): Promise<Finding[]> {
  const { url } = config.storage;
  if (url === undefined) return [];
  try {
    const { store } = await openStore(config);
    await store.check();
    return [{ name: 'file store', ok: true, found: url, cure: null }];
  } catch (error) {
    const { message, details } = toAppError(error);
    const cure = textOf(details.hint ?? 'Correct FRAMEPRESS_STORAGE.');
    return [{ name: 'file store', ok: false, found: message, cure }];
  }
}

/** Returns whether the data folder can be written to. Creates it if it is missing. */
async function dataFolderFinding(path: string): Promise<Finding> {
  const ok = await mkdir(path, { recursive: true })
    .then(() => access(path, constants.W_OK))
    .then(
      () => true,
      () => false,
    );
  return {
    name: 'data folder',
    ok,
    found: ok ? path : `${path} cannot be written to`,
    cure: ok ? null : `mkdir -p ${path} && chown $(id -u) ${path}`,
  };
}

/** A database that cannot be opened is reported once, and waited for once. */
async function databaseAndSecrets(config: Config): Promise<Finding[]> {
  const findings = await databaseFindings(config);
  const isOpen = findings.every(({ name, ok }) => ok || name !== 'database');
  return isOpen ? [...findings, await secretsFinding(config)] : findings;
}

/**
 * Returns whether the database of DATABASE_URL can be used, and whether its clock agrees with that of this
 * machine; nothing for a SQLite file.
 */
async function databaseFindings(config: Config): Promise<Finding[]> {
  if (config.databaseUrl === undefined) return [];
  const name = 'database';
  try {
    const measured = await withDatabase(config, async (db) => {
      await db.ping();
      return measureClock(db);
    });
    return [
      { name, ok: true, found: 'PostgreSQL answers', cure: null },
      ...(measured ? [clockFinding(measured.aheadMs)] : []),
    ];
  } catch (error) {
    const { message, details } = toAppError(error);
    return [
      {
        name,
        ok: false,
        found: message,
        cure: details.hint === undefined ? null : textOf(details.hint),
      },
    ];
  }
}

/** Returns whether this machine's clock agrees with that of the database, which is `aheadMs` ahead. */
function clockFinding(aheadMs: number): Finding {
  const problem = clockProblem(aheadMs);
  const detail = problem ?? "agrees with the database's";
  return { name: 'clock', ok: !problem, found: detail, cure: problem ? CLOCK_HINT : null };
}

/** Returns whether all stored secrets can be decrypted. Creates neither a database nor a key. */
async function secretsFinding(config: Config): Promise<Finding> {
  const name = 'stored secrets';
  const isThere =
    config.databaseUrl !== undefined ||
    (await access(join(config.dataDir, 'framepress.sqlite')).then(
      () => true,
      () => false,
    ));
  if (!isThere) return { name, ok: true, found: 'none', cure: null };
  try {
    const keys = await secretKeys(config, { makes: false });
    // Without any key nothing can be decrypted. A random key then reports all secrets as lost.
    const vault = createVault(keys.length > 0 ? keys : [randomBytes(32)]);
    const lost = await withDatabase(config, (db) => lostSecrets(db.encrypted, vault));
    const detail = `${lost.length} cannot be decrypted (${lost.slice(0, 5).join(', ')})`;
    if (lost.length > 0) return { name, ok: false, found: detail, cure: LOST_HINT };
    return { name, ok: true, found: 'can be decrypted', cure: null };
  } catch (error) {
    const { message, details } = toAppError(error);
    return {
      name,
      ok: false,
      found: message,
      cure: details.hint === undefined ? null : textOf(details.hint),
    };
  }
}
