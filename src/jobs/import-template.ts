import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type AppError, toAppError } from '../base/index.ts';
import type { CheckedMapping } from '../compose/index.ts';
import type { TemplateVersion } from '../database/index.ts';
import { pinOwnSounds, produce } from '../produce/index.ts';
import { outputSettings } from '../render/index.ts';
import { type ReportEntry, type Template, toReportEntry } from '../template/index.ts';
import type { Workshop } from './workshop.ts';

const EXAMPLE: CheckedMapping = { resources: {}, missing: 'example' };
const STILL_WIDTH = 640;
const DEMO_WIDTH = 640;

/** Reads the package and stores what it says: size, editables, fonts, report. Throws what stops it. */
export async function readTemplateVersion(version: TemplateVersion, shop: Workshop): Promise<void> {
  const template = await shop.templates.get(version);
  await shop.db.templateVersions.update(version.id, {
    status: 'demo_rendering',
    ...template.video,
    editables: template.editables,
    fonts: template.fontNames,
    report: {
      errors: [],
      warnings: [...template.warnings, ...(await soundWarnings(version, template, shop))],
    },
    ...(version.name === '' && { name: template.name }),
  });
}

/** The sounds of a template that cannot be played, in whatever video. */
async function soundWarnings(
  version: TemplateVersion,
  template: Template,
  shop: Workshop,
): Promise<ReportEntry[]> {
  const folder = join(shop.workFolder, version.id);
  try {
    return (await pinOwnSounds(template, EXAMPLE, folder)).warnings;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Draws the stills and a small demo video with the template's own content, and opens the version for use. */
export async function drawTemplateVersion(
  version: TemplateVersion,
  shop: Workshop,
  signal: AbortSignal,
): Promise<void> {
  const template = await shop.templates.get(version);
  const folder = join(shop.workFolder, version.id);
  try {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    const { composition } = await produce(
      template,
      EXAMPLE,
      {},
      join(folder, 'pictures'),
      shop.fontFolders,
      { signal },
    );
    const stills = Object.entries(template.stillcuts).map(([name, { frame }], index) => ({
      name,
      frame,
      width: Math.min(STILL_WIDTH, composition.video.width),
      path: join(folder, `still-${index}.jpg`),
      format: 'jpeg' as const,
    }));
    await shop.renderer.renderStills(composition, folder, stills, signal);
    const demo = join(folder, 'demo.mp4');
    const width = Math.round(Math.min(DEMO_WIDTH, composition.video.width));
    const settings = outputSettings({ format: 'mp4', width }, composition.video, 'draft', '');
    const outputs = [{ ...settings, path: demo }];
    await shop.renderer.renderVideo(composition, folder, { outputs }, undefined, signal);
    const keys: Record<string, string> = {};
    for (const still of stills) {
      const key = `versions/${version.id}/${still.name}.jpg`;
      await shop.store.put(key, still.path);
      keys[still.name] = key;
    }
    const demoVideoKey = `versions/${version.id}/demo.mp4`;
    await shop.store.put(demoVideoKey, demo);
    await shop.db.templateVersions.update(version.id, {
      status: 'edit_ready',
      stillcuts: keys,
      demoVideoKey,
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Ends an import that cannot succeed, with the reasons in the report. */
export async function failTemplateVersion(
  version: TemplateVersion,
  error: unknown,
  shop: Workshop,
): Promise<void> {
  const told: AppError = toAppError(error);
  shop.log.warn({ versionId: version.id, code: told.code, cause: told.cause }, told.message);
  await shop.db.templateVersions.update(version.id, {
    status: 'failed',
    report: { errors: told.faults.map(toReportEntry), warnings: version.report.warnings },
  });
}
