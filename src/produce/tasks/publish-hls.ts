import { readFile } from 'node:fs/promises';
import { assert, defined } from '../../base/index.ts';
import type { RenderSession } from '../../database/index.ts';
import type { Playlists, TaskStore } from '../../isolated/index.ts';
import {
  AudioFragments,
  audioInit,
  captionsPlaylist,
  continuation,
  differentEncodings,
  type HlsCaptions,
  type HlsSegment,
  mediaPlaylist,
  multivariantPlaylist,
  type Rendition,
  type StreamPlan,
  segmentStarts,
  splitSegment,
  targetDuration,
  type VideoStream,
} from '../../mux/index.ts';
import { sha256 } from '../../system/index.ts';
import type { ChosenTrack } from '../caption-outputs.ts';
import { hlsFolder } from '../session-files.ts';

const AUDIO_INIT = audioInit();
const DIGEST_CHARACTERS = 16;

type HlsSession = Pick<RenderSession, 'id' | 'render' | 'attempt' | 'hlsKey'>;

/** Captions of a stream: the names of their playlist and of their file. */
type CaptionFile = Omit<HlsCaptions, 'playlist'> & { name: string; file: string; bytes: Buffer };

type HlsPorts = { store: TaskStore; playlists: Playlists };

/**
 * Publishes a video as HLS during its render. Files are stored before the playlists that name them,
 * and audio before video. The name of a file is its digest, so a file never changes. A resumed
 * render continues the existing playlists, because it produces the same bytes. When the bytes
 * differ (a new ffmpeg version), the old playlists stay unchanged and new playlists are created.
 */
export class HlsPublisher implements VideoStream {
  readonly #session: HlsSession;
  readonly #ports: HlsPorts;
  readonly #captions: readonly CaptionFile[];
  /** The published playlists by track. */
  readonly #known = new Map<string, string>();
  /** Number of the playlists' edition; raised when existing playlists cannot be continued. */
  #edition: number;
  #plan: StreamPlan | undefined;
  #init: Buffer | undefined;
  readonly #segments: HlsSegment[] = [];
  #fragments: AudioFragments | undefined;
  readonly #audioSegments: HlsSegment[] = [];
  #isPlayable = false;
  #before: Promise<void> = Promise.resolve();

  private constructor(session: HlsSession, ports: HlsPorts, captions: readonly ChosenTrack[]) {
    this.#captions = captions.map(({ streamed, tag, title }, index) => {
      const bytes = Buffer.from(streamed);
      const file = fileNameOf(index, bytes, 'vtt');
      return { ...defined({ tag }), title, name: `captions_${index + 1}`, file, bytes };
    });
    this.#session = session;
    this.#ports = ports;
    this.#edition = Number(/main-(\d+)\.m3u8$/.exec(session.hlsKey ?? '')?.[1] ?? 1);
  }

  /** Returns a publisher that continues the playlists of an earlier attempt, if there are some. */
  static async open(
    session: HlsSession,
    ports: HlsPorts,
    captions: readonly ChosenTrack[] = [],
  ): Promise<HlsPublisher> {
    const publisher = new HlsPublisher(session, ports, captions);
    // Playlists that the session does not name were never published.
    if (session.hlsKey !== null) await publisher.#readKnown();
    return publisher;
  }

  /**
   * Starts the stream, also again for a second attempt: then its segments come from the first one again.
   */
  begin(plan: StreamPlan): void {
    this.#plan = plan;
    this.#init = undefined;
    this.#fragments = undefined;
    this.#segments.length = 0;
    this.#audioSegments.length = 0;
  }

  /**
   * Stores a file as the next segment of the video, and publishes what can be played then. Call it in
   * playback order. Throws for a segment of another encoding.
   */
  segment(path: string): Promise<void> {
    return this.#inTurn(async () => {
      const bytes = await readFile(path);
      const { init, fragment } = splitSegment(bytes);
      this.#init ??= Buffer.from(init);
      if (!init.equals(this.#init)) throw differentEncodings();
      const index = this.#segments.length;
      const { fps, frameCounts } = this.#planned();
      const name = fileNameOf(index, bytes, 'mp4');
      await this.#ports.store.putLinked(this.#key(name), path);
      this.#segments.push({ ...fragment, name, seconds: (frameCounts[index] ?? 0) / fps });
      await this.#advance(false);
    });
  }

  /**
   * Stores encoded audio as fragments that end with the segments of the video. `isLast`: no more frames
   * follow.
   */
  audio(frames: readonly Buffer[], isLast: boolean): Promise<void> {
    return this.#inTurn(async () => {
      const plan = this.#planned();
      this.#fragments ??= new AudioFragments(segmentStarts(plan), plan.audioSamples);
      const fragments = this.#fragments.push(frames, isLast);
      for (const { bytes, seconds } of fragments) {
        // The first file begins with the init data, which all segments need.
        const head = this.#audioSegments.length === 0 ? AUDIO_INIT : Buffer.alloc(0);
        const file = Buffer.concat([head, bytes]);
        const name = fileNameOf(this.#audioSegments.length, file, 'm4a');
        await this.#ports.store.putBytes(this.#key(name), file);
        const offset = head.length;
        this.#audioSegments.push({ name, offset, byteLength: bytes.length, seconds });
      }
      if (fragments.length > 0) await this.#advance(false);
    });
  }

  /** Completes the playlists after the last segment. Does nothing for a video that is not an MP4. */
  end(): Promise<void> {
    return this.#inTurn(async () => {
      if (!this.#plan) return;
      const { frameCounts, audioSamples } = this.#planned();
      const { length } = frameCounts;
      assert(this.#segments.length === length, 'a segment is missing');
      assert(
        audioSamples === 0 || this.#audioSegments.length === length,
        'a segment of the audio is missing',
      );
      await this.#advance(true);
    });
  }

  /** Publishes all new segments for which both video and audio (if any) are complete. */
  async #advance(isWhole: boolean): Promise<void> {
    const plan = this.#planned();
    const count = Math.min(
      this.#segments.length,
      plan.audioSamples > 0 ? this.#audioSegments.length : Number.POSITIVE_INFINITY,
    );
    if (count === 0 || !this.#init) return;
    const video = this.#rendition('video', this.#init, this.#segments.slice(0, count));
    const audio = this.#rendition('audio', AUDIO_INIT, this.#audioSegments.slice(0, count));
    const renditions = plan.audioSamples > 0 ? [audio, video] : [video];
    const target = targetDuration(plan);
    const playlists = [
      ...(await this.#captionPlaylists(plan)),
      ...renditions.map(({ name, track }) => ({
        name,
        next: mediaPlaylist(track, target, isWhole),
      })),
    ];
    const news = playlists.map(({ name, next }) => {
      return { name, next, how: continuation(this.#known.get(name) ?? '', next) };
    });
    if (news.some(({ how }) => how === 'apart')) {
      this.#edition += 1;
      this.#isPlayable = false;
      this.#known.clear();
      return this.#advance(isWhole);
    }
    for (const { name, next, how } of news) {
      if (how === 'ahead') continue;
      await this.#ports.playlists.write({ key: this.#key(this.#playlist(name)), content: next });
      this.#known.set(name, next);
    }
    if (this.#isPlayable && !isWhole) return;
    const main = this.#playlist('main');
    const { fps, audioSamples } = plan;
    const captions = this.#captions.map((track): HlsCaptions => {
      return { ...track, playlist: this.#playlist(track.name) };
    });
    const heard = audioSamples > 0 ? { audio } : {};
    const content = multivariantPlaylist({ video, ...heard, captions, fps }, isWhole);
    await this.#ports.playlists.publish({ key: this.#key(main), content });
    this.#isPlayable = true;
  }

  /** Stores the captions, whose files are complete from the start, and returns their playlists. */
  async #captionPlaylists({ fps, frameCounts }: StreamPlan) {
    const seconds = frameCounts.reduce((sum, count) => sum + count, 0) / fps;
    const playlists: { name: string; next: string }[] = [];
    for (const { name, file, bytes } of this.#captions) {
      if (!this.#known.has(name)) await this.#ports.store.putBytes(this.#key(file), bytes);
      playlists.push({ name, next: captionsPlaylist(file, seconds) });
    }
    return playlists;
  }

  /** The first segment's file begins with the init data, so players read it from there. */
  #rendition<Name extends 'audio' | 'video'>(
    name: Name,
    init: Buffer,
    segments: readonly HlsSegment[],
  ): Rendition & { name: Name } {
    const [first] = segments;
    const head = { name: first?.name ?? '', offset: 0, byteLength: init.length };
    return { name, playlist: this.#playlist(name), init, track: { init: head, segments } };
  }

  /** Reads the playlists that were published before; a missing one counts as empty. */
  async #readKnown(): Promise<void> {
    for (const track of ['audio', 'video', ...this.#captions.map(({ name }) => name)]) {
      const knownPlaylist = await this.#ports.playlists.read(this.#key(this.#playlist(track)));
      if (knownPlaylist !== undefined) this.#known.set(track, knownPlaylist);
    }
  }

  #playlist(track: string): string {
    return this.#edition === 1 ? `${track}.m3u8` : `${track}-${this.#edition}.m3u8`;
  }

  #key(name: string): string {
    return `${hlsFolder(this.#session)}/${name}`;
  }

  /** The plan of the stream. Throws before the stream has started. */
  #planned(): StreamPlan {
    assert(this.#plan, 'the stream has not started');
    return this.#plan;
  }

  /** Runs calls one after another, because audio and video segments arrive at any time. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    const result = this.#before.then(work);
    this.#before = result.catch(() => undefined);
    return result;
  }
}

/** The digest in the name changes with the content, so caches never serve an older file. */
function fileNameOf(index: number, bytes: Buffer, extension: string): string {
  return `${index}-${sha256(bytes).slice(0, DIGEST_CHARACTERS)}.${extension}`;
}
