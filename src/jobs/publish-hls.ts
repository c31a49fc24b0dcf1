import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { AppError, assert, sha256 } from '../base/index.ts';
import type { RenderSession } from '../database/index.ts';
import {
  continuation,
  fragmentSound,
  type HlsSegment,
  mediaPlaylist,
  multivariantPlaylist,
  type Rendition,
  type StreamPlan,
  segmentStarts,
  splitSegment,
  targetDuration,
  type VideoStream,
} from '../render/index.ts';
import type { Workshop } from './workshop.ts';

const DIGEST_CHARACTERS = 16;

/** Where a session's stream is kept. */
export function hlsFolder(sessionId: string): string {
  return `sessions/${sessionId}/hls`;
}

/**
 * Publishes a video as HLS while it is made. Files come before the playlists that name them, and sound before
 * pictures; a file is named for its bytes and never changes. A render that is taken up again goes on with the
 * playlists of before, because it makes the same bytes. Where it does not (ffmpeg was changed in
 * between), those stay as they are and the session gets new ones beside them.
 */
export class HlsPublisher implements VideoStream {
  readonly #session: RenderSession;
  readonly #shop: Pick<Workshop, 'db' | 'store'>;
  readonly #workFolder: string;
  /** What players know, by track. */
  readonly #known = { sound: '', video: '' };
  /** Of playlists that could not be gone on with: how many there are. */
  #edition: number;
  #plan: StreamPlan | undefined;
  #init: Buffer | undefined;
  readonly #segments: HlsSegment[] = [];
  #sound: Rendition | undefined;
  #isPlayable = false;
  #before: Promise<void> = Promise.resolve();

  private constructor(
    session: RenderSession,
    shop: Pick<Workshop, 'db' | 'store'>,
    workFolder: string,
  ) {
    this.#session = session;
    this.#shop = shop;
    this.#workFolder = workFolder;
    this.#edition = Number(/main-(\d+)\.m3u8$/.exec(session.hlsKey ?? '')?.[1] ?? 1);
  }

  /** `workFolder` is for what is made on the way. */
  static async open(
    session: RenderSession,
    shop: Pick<Workshop, 'db' | 'store'>,
    workFolder: string,
  ): Promise<HlsPublisher> {
    const publisher = new HlsPublisher(session, shop, workFolder);
    // What no session told of, nobody can know.
    if (session.hlsKey !== null) await publisher.#readKnown();
    return publisher;
  }

  begin(plan: StreamPlan): void {
    this.#plan = plan;
  }

  segment(path: string): Promise<void> {
    return this.#inTurn(async () => {
      const bytes = await readFile(path);
      const { init, fragment } = splitSegment(bytes);
      this.#init ??= Buffer.from(init);
      if (!init.equals(this.#init)) {
        const hint = 'Render again; with segments of another encoder in the store, empty it.';
        throw new AppError(
          'render_corrupt',
          'Expected segments that were encoded alike but found two kinds.',
          { hint },
        );
      }
      const index = this.#segments.length;
      const { fps, frameCounts } = this.#planned();
      const name = `${index}-${sha256(bytes).slice(0, DIGEST_CHARACTERS)}.mp4`;
      await this.#shop.store.putLinked(this.#key(name), path);
      this.#segments.push({ ...fragment, name, seconds: (frameCounts[index] ?? 0) / fps });
      await this.#advance(false);
    });
  }

  sound(path: string): Promise<void> {
    return this.#inTurn(async () => {
      const starts = segmentStarts(this.#planned());
      const to = join(this.#workFolder, 'sound-fragments.m4a');
      const { init, pieces, digest } = await fragmentSound(path, to, starts);
      const name = `sound-${digest.slice(0, DIGEST_CHARACTERS)}.m4a`;
      await this.#shop.store.put(this.#key(name), to);
      this.#sound = {
        playlist: this.#playlist('sound'),
        init,
        track: {
          init: { name, offset: 0, byteLength: init.length },
          segments: pieces.map((piece) => ({ ...piece, name })),
        },
      };
      await this.#advance(false);
    });
  }

  /** After the last segment and the sound: nothing more comes. */
  end(): Promise<void> {
    return this.#inTurn(async () => {
      assert(this.#segments.length === this.#planned().frameCounts.length, 'a segment is missing');
      await this.#advance(true);
    });
  }

  /** Writes what there is news of; nothing can be played before there is a segment and, if any, the sound. */
  async #advance(isWhole: boolean): Promise<void> {
    const [plan, [first], init] = [this.#planned(), this.#segments, this.#init];
    if (!first || !init || (plan.hasSound && !this.#sound)) return;
    const head = { name: first.name, offset: 0, byteLength: init.length };
    const pictures = { init: head, segments: this.#segments };
    const video = { playlist: this.#playlist('video'), init, track: pictures };
    const target = targetDuration(plan);
    const sound = this.#sound?.track;
    const next = {
      sound: sound
        ? mediaPlaylist(
            { ...sound, segments: sound.segments.slice(0, this.#segments.length) },
            target,
            isWhole,
          )
        : '',
      video: mediaPlaylist(pictures, target, isWhole),
    };
    const news = (['sound', 'video'] as const).map(
      (track) => [track, continuation(this.#known[track], next[track])] as const,
    );
    if (news.some(([, how]) => how === 'apart')) {
      this.#edition += 1;
      this.#isPlayable = false;
      Object.assign(this.#known, { sound: '', video: '' });
      if (this.#sound) this.#sound.playlist = this.#playlist('sound');
      return this.#advance(isWhole);
    }
    for (const [track, how] of news) {
      if (how === 'ahead') continue;
      await this.#write(this.#playlist(track), next[track]);
      this.#known[track] = next[track];
    }
    if (this.#isPlayable && !isWhole) return;
    const main = this.#playlist('main');
    await this.#write(main, multivariantPlaylist(video, this.#sound, plan.fps, isWhole));
    await this.#shop.db.renderSessions.playable(this.#session.id, this.#key(main));
    this.#isPlayable = true;
  }

  async #readKnown(): Promise<void> {
    for (const track of ['sound', 'video'] as const) {
      const key = this.#key(this.#playlist(track));
      if (await this.#shop.store.stat(key))
        this.#known[track] = await text(this.#shop.store.read(key));
    }
  }

  #write(name: string, content: string): Promise<void> {
    return this.#shop.store.putBytes(this.#key(name), Buffer.from(content));
  }

  #playlist(track: 'main' | 'sound' | 'video'): string {
    return this.#edition === 1 ? `${track}.m3u8` : `${track}-${this.#edition}.m3u8`;
  }

  #key(name: string): string {
    return `${hlsFolder(this.#session.id)}/${name}`;
  }

  #planned(): StreamPlan {
    assert(this.#plan, 'the stream has not begun');
    return this.#plan;
  }

  /** Sound and segments come at any time. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#before.then(work);
    this.#before = done.catch(() => undefined);
    return done;
  }
}
