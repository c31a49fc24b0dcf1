import type { EditorApi } from '../api/editor-api.ts';
import type { Entry, Mapping } from '../api/types.ts';

type Heard = { mapping: Mapping; name: string; entry: Entry; startSeconds: number };

/** Plays what an entry says, without the other audio of the video. */
export class VoicePlayback {
  readonly #element = new Audio();
  #url: string | undefined;
  #loading: AbortController | undefined;

  constructor(onEnd: () => void) {
    this.#element.addEventListener('pause', onEnd);
    this.#element.addEventListener('ended', onEnd);
  }

  /** Lets the service make the audio, and plays it. Throws errors of the API, and of the browser. */
  async play(api: EditorApi, { mapping, name, entry, startSeconds }: Heard): Promise<void> {
    this.stop();
    this.#loading = new AbortController();
    const { signal } = this.#loading;
    const composition = await api.composition(
      { ...mapping, missing: 'example', audio_tracks: { ...silent(mapping), [name]: entry } },
      undefined,
      { signal },
    );
    const { audio } = composition;
    if (!audio) throw new Error('The composition has no audio.');
    const blob = await (await api.fetchFile(audio.url, signal)).blob();
    signal.throwIfAborted();
    this.#url = URL.createObjectURL(blob);
    this.#element.src = this.#url;
    this.#element.currentTime = startSeconds;
    await this.#element.play();
  }

  stop(): void {
    this.#loading?.abort();
    this.#element.pause();
    if (this.#url) URL.revokeObjectURL(this.#url);
    this.#url = undefined;
  }
}

/** The other tracks, without audio. */
function silent({ audio_tracks: tracks = {} }: Mapping): Record<string, null> {
  return Object.fromEntries(Object.keys(tracks).map((name) => [name, null]));
}
