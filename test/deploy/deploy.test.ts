import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { queueResponse } from '../../src/api/queue/schema.ts';
import { readConfig } from '../../src/config/config.ts';
import { metricsText, observeProcesses, observeQueue } from '../../src/observe/index.ts';
import { framepress } from '../support/service.ts';

const FOLDER = fileURLToPath(new URL('../../deploy/', import.meta.url));
const MONITORING = fileURLToPath(new URL('../../docs/monitoring.md', import.meta.url));

async function deployFiles(): Promise<{ path: string; text: string }[]> {
  const entries = await readdir(FOLDER, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `${parentPath}/${name}`);
  return Promise.all(paths.map(async (path) => ({ path, text: await readFile(path, 'utf8') })));
}

/** Returns the documents of a Helm template as YAML: lines of directives are left out. */
function withoutDirectives(text: string): string[] {
  return text
    .replaceAll(/\{\{-? ?\/\*[\s\S]*?\*\/ ?-?\}\}/g, '')
    .split(/^\{\{-? define .*$/m)
    .map((part) =>
      part
        .split('\n')
        .filter((line) => !/^\s*(?:- )?\{\{.*\}\}\s*$/.test(line))
        .map((line) => line.replaceAll(/\{\{.*?\}\}/g, 'x'))
        .join('\n'),
    );
}

/** Returns the names of all metrics of a service. */
async function metricNames(): Promise<Set<string>> {
  using _processes = observeProcesses(
    () => ({ isolated: [], rasteriser: [] }),
    () => undefined,
  );
  using _queue = observeQueue(
    async () => [],
    async () => undefined,
  );
  const text = await metricsText();
  return new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name));
}

const found = (text: string, pattern: RegExp) =>
  [...new Set([...text.matchAll(pattern)].map(([, name = '']) => name))].sort();

test('all files of deploy/ can be parsed', async () => {
  const files = await deployFiles();
  const isTemplate = (path: string) => path.includes('/templates/');
  const yaml = files.filter(({ path }) => /\.(?:ya?ml|tpl)$/.test(path));
  expect(yaml.length).toBeGreaterThan(6);
  for (const { path, text } of yaml) {
    for (const part of isTemplate(path) ? withoutDirectives(text) : [text])
      for (const document of parseAllDocuments(part, { merge: true }))
        expect([path, document.errors]).toEqual([path, []]);
  }
  for (const { path, text } of files.filter((file) => file.path.endsWith('.json')))
    expect([path, typeof JSON.parse(text)]).toEqual([path, 'object']);
});

test('deploy/ names only variables and commands that exist', async () => {
  const text = (await deployFiles()).map((file) => file.text).join('\n');
  const variables = found(text, /\b(FRAMEPRESS_[A-Z0-9_]+)/g);
  expect(variables).toContain('FRAMEPRESS_PROBE_PORT');
  for (const name of variables) {
    let message = '';
    try {
      readConfig({ [name]: 'x' });
    } catch (error) {
      ({ message } = error as Error);
    }
    expect([name, message]).not.toEqual([name, expect.stringContaining('is not a variable')]);
  }
  const { stdout } = await framepress(['--help']);
  for (const name of found(text, /(?:CMD \["|args: \[|framepress )(serve|top|migrate|doctor)\b/g))
    expect(stdout).toMatch(new RegExp(`^  ${name} `, 'm'));
});

test('the unit of systemd has the folders that the program uses, and stops it as it wants to', async () => {
  const text = await readFile(`${FOLDER}framepress.service`, 'utf8');
  const lines = text.split('\n').filter((line) => line !== '' && !/^(?:#|\[\w+\]$)/.test(line));
  const unit = Object.fromEntries(lines.map((line) => line.split(/=(.*)/, 2)));
  expect(Object.keys(unit)).toHaveLength(lines.length);
  expect(unit).toMatchObject({
    ExecStart: expect.stringMatching(/\/node_modules\/\.bin\/framepress serve$/),
    Environment: expect.stringContaining(`FRAMEPRESS_DATA_DIR=/var/lib/${unit['StateDirectory']} `),
    // Children get no SIGTERM of their own: the service hands their work back.
    KillMode: 'mixed',
    Restart: 'always',
  });
});

test('Kubernetes adds no variables that the program would refuse', async () => {
  // Of the service of a release called framepress.
  expect(() => readConfig({ FRAMEPRESS_API_SERVICE_HOST: '10.0.0.1' })).toThrow(
    'is not a variable',
  );
  const helpers = await readFile(`${FOLDER}helm/framepress/templates/_helpers.tpl`, 'utf8');
  const [, pod = ''] = helpers.split('define "framepress.pod"');
  expect(pod.split('{{- end }}\n\n{{- define')[0]).toContain('\n  enableServiceLinks: false\n');
});

test('the dashboard and the alerts use only metrics that exist, and the docs list all', async () => {
  const names = await metricNames();
  const files = await deployFiles();
  const used = files
    .filter(({ path }) => /dashboard|alerts/.test(path))
    .flatMap(({ text }) => found(text, /\b(framepress_[a-z_]+)/g))
    .map((name) => (names.has(name) ? name : name.replace(/_(?:bucket|count|sum)$/, '')));
  expect(used.filter((name) => !names.has(name))).toEqual([]);
  expect(used.length).toBeGreaterThan(20);
  const listed = found(await readFile(MONITORING, 'utf8'), /^\| `(framepress_[a-z_]+)`/gm);
  expect(listed).toEqual([...names].sort());
});

test('the autoscaler reads a field of the queue that exists', async () => {
  const text = await readFile(`${FOLDER}helm/framepress/templates/autoscaling.yaml`, 'utf8');
  const [, field = ''] = /valueLocation: queue\.(\w+)/.exec(text) ?? [];
  const fields = queueResponse.shape.queue.shape;
  expect(Object.keys(fields)).toContain(field);
  // Used values have a default.
  const values = parse(await readFile(`${FOLDER}helm/framepress/values.yaml`, 'utf8'));
  const used = found(text, /\.Values\.autoscaling\.(\w+)/g);
  expect(used).toEqual(Object.keys(values.autoscaling).sort());
});

type Settings = {
  rasterisers?: number;
  renders?: number;
  stillWorkers: number;
  rasteriserMemoryMb: number;
  taskMemoryMb: number;
  resources: { limits: { memory: string } };
};

/** Tasks that run besides those of `renders` and `stillWorkers`: a check, two readings, two preview files. */
const OTHER_TASKS = 5;

test('the limits of the processes fit the memory limits of the pods', async () => {
  const text = await readFile(`${FOLDER}helm/framepress/values.yaml`, 'utf8');
  const { api, worker } = parse(text) as Record<'api' | 'worker', Settings>;
  const limitMb = ({ resources }: Settings) => Number.parseInt(resources.limits.memory, 10) * 1024;
  const taskMb = ({ renders = 0, stillWorkers, taskMemoryMb }: Settings) =>
    (renders + stillWorkers + OTHER_TASKS) * taskMemoryMb;
  // The service of an API uses up to a quarter, and an encoder twice as much as its rasteriser.
  const apiMb = limitMb(api) / 4 + api.stillWorkers * api.rasteriserMemoryMb + taskMb(api);
  expect(apiMb).toBeLessThanOrEqual(limitMb(api));
  const drawingMb = 3 * (worker.rasterisers ?? 0) * worker.rasteriserMemoryMb;
  expect(1024 + drawingMb + taskMb(worker)).toBeLessThanOrEqual(limitMb(worker));
});
