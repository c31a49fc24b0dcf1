import { stat } from 'node:fs/promises';
import { ImportFailedError } from '@framepress/client';
import { AppError, type Fault } from '../../base/index.ts';
import type { PackageChoice } from '../../import/index.ts';
import { inWorkFolder } from '../composed.ts';
import { print } from '../output.ts';
import { packTemplate } from '../pack.ts';
import { ProgressBar } from '../progress-bar.ts';
import { sizeOfFile } from './local-file.ts';
import { withRemote } from './remote-client.ts';

type Options = {
  name?: string;
  language?: string;
  template?: string;
  style?: string;
  json?: boolean;
} & PackageChoice;

/** Uploads a package as a new version and waits until it can be rendered. */
export async function pushCommand(file: string, options: Options): Promise<void> {
  const { name, language, template: templateId, style: templateStyleId } = options;
  const { animation, theme } = options;
  // Reports a missing file before the service is asked.
  const isFolder = await stat(file).then(
    (facts) => facts.isDirectory(),
    () => false,
  );
  if (!isFolder) await sizeOfFile(file);
  const version = await inWorkFolder(async (folder) => {
    const { path, label } = await packTemplate(file, options, folder);
    const size = await sizeOfFile(path);
    return withRemote(async (framepress) => {
      using bar = new ProgressBar(process.stderr);
      const onProgress = ({ bytes }: { bytes: number }) =>
        bar.show(bytes, size, bytes < size ? 'bytes' : 'importing');
      const ids = { templateId, templateStyleId };
      const request = { name, language, ...ids, animation, theme, filename: label, onProgress };
      try {
        return await framepress.templates.upload(path, request).wait();
      } catch (error) {
        throw error instanceof ImportFailedError ? importError(error) : error;
      }
    });
  });
  const { id, template_id, template_style_id, status, report } = version;
  const ids = { template_style_version_id: id, template_id, template_style_id };
  const { warnings } = report;
  print(options.json, { ...ids, name: version.name, status, warnings }, () => [
    ...Object.entries(ids).map(([key, value]) => `${key}: ${value}`),
    ...warnings.map(
      (warning) =>
        `warning: ${warning.message}${warning.layer_path ? ` [${warning.layer_path}]` : ''}`,
    ),
  ]);
}

/** Returns the error of an import with all its faults. */
export function importError({ version, message }: ImportFailedError): AppError {
  const faults = version.report.errors as Fault[];
  if (faults.length > 0) return AppError.fromFaults(faults);
  return new AppError('package_unreadable', message);
}
