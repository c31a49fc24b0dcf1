import { rm } from 'node:fs/promises';

/** Removes a folder. A process that was killed, or its children, may still write to the folder for a moment. */
export function removeFolder(path: string): Promise<void> {
  return rm(path, { recursive: true, force: true, maxRetries: 10 });
}
