import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { NO_ENTRIES } from '../../mapping/index.ts';
import { outputSettings } from '../../output/index.ts';
import { exampleFiles, produce } from '../../produce/index.ts';
import { sha256 } from '../../system/index.ts';
import type { Template } from '../../template/index.ts';
import { rendererOf } from '../renderer-of.ts';
import type { TaskContext } from '../task-context.ts';
import type { TemplateRef } from '../template-cache.ts';

const STILL_WIDTH = 640;
const DEMO_WIDTH = 640;

/**
 * Draws a template's stills and a small demo video with its own content, and stores them and the
 * examples of its editables. Returns their keys.
 */
export async function drawTemplate(
  { version, folder }: { version: TemplateRef; folder: string },
  context: TaskContext,
): Promise<{
  stillcuts: Record<string, string>;
  demoVideoKey: string;
  examples: Record<string, string>;
}> {
  const { templates, store, settings, signal } = context;
  const renderer = rendererOf(context);
  renderer.warm();
  const template = await templates.get(version);
  try {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    const { fontFolders } = settings;
    const request = { template, mapping: NO_ENTRIES, folder: join(folder, 'images'), fontFolders };
    const { composition, paths } = await produce(request, signal);
    const stills = Object.entries(template.stillcuts).map(([name, { frame }], index) => ({
      name,
      frame,
      width: Math.min(STILL_WIDTH, composition.video.width),
      path: join(folder, `still-${index}.jpg`),
      format: 'jpeg' as const,
    }));
    context.emit({ name: 'report', phase: 'rendering', percent: 0 });
    const demo = join(folder, 'demo.mp4');
    const width = Math.round(Math.min(DEMO_WIDTH, composition.video.width));
    const output = outputSettings({ format: 'mp4', width }, composition.video, 'draft', '');
    const outputs = [{ ...output, path: demo }];
    await renderer.renderVideo({ composition, paths, folder, outputs, stills }, signal);
    const stillcuts: Record<string, string> = {};
    for (const still of stills) {
      const key = `versions/${version.id}/${still.name}.jpg`;
      await store.put(key, still.path);
      stillcuts[still.name] = key;
    }
    const demoVideoKey = `versions/${version.id}/demo.mp4`;
    await store.put(demoVideoKey, demo);
    const examples = await storeExamples(template, version.id, store);
    return { stillcuts, demoVideoKey, examples };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Stores the package's own files of editables, equal files once. Returns their keys by editable. */
async function storeExamples(
  template: Template,
  versionId: string,
  store: TaskContext['store'],
): Promise<Record<string, string>> {
  const stored = new Set<string>();
  const keys: [string, string][] = [];
  for (const { editable, bytes, extension } of exampleFiles(template)) {
    const key = `versions/${versionId}/examples/${sha256(bytes)}.${extension}`;
    if (!stored.has(key)) await store.putBytes(key, bytes);
    stored.add(key);
    keys.push([editable, key]);
  }
  return Object.fromEntries(keys);
}
