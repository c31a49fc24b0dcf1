import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Block, ROOT } from './pages.ts';

const SERVICE_PORT = '4210';
const RECEIVER_PORT = '3000';
/** With the lines that continue the command. */
const NOT_RUN =
  /^(?:npm |git clone |\.ci\/|docker |helm |aws |bin\/framepress move )(?:.*\\\n)*.*$/gm;

/*
 * How the samples of a page are run. All `sh` blocks of a page are one script, in a folder that has the clone's
 * `bin/` and `templates/`. Some parts are replaced, so that tests can run in parallel:
 * - the ports 4210 (the service) and 3000 (a receiver of webhooks) are replaced by free ports;
 * - `npm …`, `git clone …` and `.ci/…` are not run, nor commands that need other machines: `docker …`, `helm …`,
 *   `aws …` and `bin/framepress move …`; `npm run` and `npm test` have to name a script of package.json;
 * - `sqlite3` is Node's, since not every machine has the program.
 * A command that fails, or an HTTP status of 400 and above, fails the test.
 */
const PREAMBLE = `
set -e
curl() { command curl -w '%{stderr}HTTP %{http_code} %{url_effective}\\n' "$@"; }
sqlite3() {
  node --disable-warning=ExperimentalWarning -e '
    const { DatabaseSync } = require("node:sqlite");
    new DatabaseSync(process.argv[1], { timeout: 30000 }).exec(process.argv[2]);' "$1" "$2"
}
`;
const SAVE = `
{ declare -p URL LOGIN TOKEN ID SESSION; declare -f api wait_for; } > state.sh
echo READY
read -r _
`;

export type Ports = { service: number; receiver: number };
type Place = { folder: string; dataDir: string; ports: Ports };

/** A running shell with the quick start's service. `state` is a script that sets its variables. */
export type QuickStart = AsyncDisposable & { state: string; errors(): string };

export async function makeFolder(folder: string): Promise<void> {
  await mkdir(join(folder, 'bin'), { recursive: true });
  await symlink(join(ROOT, 'bin/framepress'), join(folder, 'bin/framepress'));
  for (const name of ['templates', 'node_modules'])
    await symlink(join(ROOT, name), join(folder, name));
}

/** Runs the quick start, and keeps its service running until it is disposed. */
export async function startQuickStart(blocks: Block[], place: Place): Promise<QuickStart> {
  const script = `${PREAMBLE}${scriptOf(blocks, place.ports)}${SAVE}`;
  const child = spawn('bash', [await writeScript(place.folder, script)], options(place));
  const closed = once(child, 'close');
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const lines = createInterface(child.stdout);
  let isReady = false;
  for await (const line of lines) {
    isReady = line === 'READY';
    if (isReady) break;
  }
  const stop = () => endGroup(child, closed);
  if (!isReady) {
    await stop();
    throw new Error(`The quick start ended early:\n${errors}`);
  }
  return {
    state: join(place.folder, 'state.sh'),
    errors: () => errors,
    [Symbol.asyncDispose]: stop,
  };
}

/** Runs the `sh` blocks of a page to their end, after the script `state`. Returns what they wrote. */
export async function runBlocks(
  blocks: Block[],
  place: Place,
  state?: string,
): Promise<{ stdout: string; stderr: string }> {
  const before = state === undefined ? '' : `source ${state}\n`;
  const script = `${PREAMBLE}${before}${scriptOf(blocks, place.ports)}`;
  const child = spawn('bash', [await writeScript(place.folder, script)], options(place));
  const closed = once(child, 'close');
  const written = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => {
      written[name] += text;
    });
  const [code] = (await once(child, 'exit')) as [number | null];
  await endGroup(child, closed);
  if (code !== 0) throw new Error(`The script ended with ${code}.\n${script}\n${written.stderr}`);
  return written;
}

/** The requests that were answered with an error. Until the service listens, its status is 000. */
export function failedRequests(stderr: string): string[] {
  return [...stderr.matchAll(/^HTTP [45].*$/gm)].map(([line]) => line);
}

/** Names of npm scripts in a text. */
export function npmScripts(text: string): string[] {
  return [...text.matchAll(/(?:^|`)npm (?:run )?([\w:-]+)/gm)].map(([, name = '']) => name);
}

function scriptOf(blocks: Block[], ports: Ports): string {
  return blocks
    .map(({ code }) => code)
    .join('\n')
    .replaceAll(NOT_RUN, ':')
    .replaceAll(SERVICE_PORT, String(ports.service))
    .replaceAll(RECEIVER_PORT, String(ports.receiver));
}

async function writeScript(folder: string, script: string): Promise<string> {
  const path = join(folder, 'samples.sh');
  await writeFile(path, script);
  return path;
}

function options({ folder, dataDir, ports }: Place) {
  return {
    cwd: folder,
    // Its own process group, so that what it started ends with it.
    detached: true,
    stdio: ['pipe' as const, 'pipe' as const, 'pipe' as const] as ['pipe', 'pipe', 'pipe'],
    env: {
      ...process.env,
      PATH: `${join(ROOT, 'node_modules/.bin')}:${process.env['PATH']}`,
      PORT: String(ports.service),
      XDG_CONFIG_HOME: join(folder, 'config'),
      FRAMEPRESS_DATA_DIR: dataDir,
      FRAMEPRESS_FETCH_ALLOW: '127.0.0.1/32',
      FRAMEPRESS_LOG_LEVEL: 'warn',
    },
  };
}

/** Ends the shell and all that it started: the pipes close when the last of them has ended. */
async function endGroup(child: ChildProcess, closed: Promise<unknown>): Promise<void> {
  try {
    process.kill(-(child.pid ?? 0), 'SIGTERM');
  } catch {
    // All of them have ended.
  }
  await closed;
}
