import { dataWithUrls, type StoredEvent } from '../../database/index.ts';
import { type FileUrls, signedFiles } from '../../storage/index.ts';
import { eventMessage } from '../../webhooks/index.ts';

/** Returns the public data of an event. Each file is a URL that is signed now. */
export function presentEventData(files: FileUrls, event: StoredEvent): Record<string, unknown> {
  return dataWithUrls(event, signedFiles(files).file);
}

/** Returns an event in the form of Standard Webhooks. Its file URLs are signed now. */
export function presentEvent(files: FileUrls, event: StoredEvent) {
  return eventMessage(event, presentEventData(files, event));
}
