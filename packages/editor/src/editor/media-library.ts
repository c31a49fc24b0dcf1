import type { Kind } from '../api/types.ts';

type Choice = Promise<{ url: string } | undefined>;

/** The detail of `framepress-media-library`. The page calls `respondWith` while it handles the event. */
type MediaLibraryRequest = { kind: Kind; respondWith: (choice: Choice) => void };

/** Returns a function that asks the page for a file. Nothing is chosen when the page does not respond. */
export function mediaLibrary(
  emit: (request: MediaLibraryRequest) => void,
): (kind: Kind) => Promise<{ url: string } | undefined> {
  return async (kind) => {
    let choice: Choice | undefined;
    const respondWith = (chosen: Choice) => {
      choice = chosen;
    };
    emit({ kind, respondWith });
    return choice;
  };
}
