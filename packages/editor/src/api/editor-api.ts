import {
  type ByteProgress,
  type CallOptions,
  type Mapping as ExactMapping,
  Framepress,
  FramepressError,
  NetworkError,
  type RenderKind,
  type RenderProgress,
  type RenderSession,
  type RenderSessionUpdate,
  type Upload,
} from '@framepress/client';
import type {
  Composition,
  EditablePlace,
  Mapping,
  ReadCaptions,
  Session,
  Specs,
  SpeechAbilities,
  Validation,
} from './types.ts';

export type EditorApiOptions = {
  /** Address of the service, which may have a path. */
  server: string;
  /** Returns the edit token; an empty text sends none, because the cookie of the studio is used. */
  token: () => string;
  /** Headers of every request, such as the CSRF header of the studio. */
  headers?: (() => Readonly<Record<string, string>>) | undefined;
  fetch?: typeof globalThis.fetch | undefined;
  /** The service does not accept the token any more. */
  onTokenEnded?: ((token: string) => void) | undefined;
};

export type SessionChange = { title?: string; mapping?: Mapping; output?: unknown };
export type StillOptions = {
  mapping: Mapping;
  /** Another version of the template that shows the same mapping. */
  versionId?: string | undefined;
  /** Seconds from the start. */
  at: number;
  width: number;
  format?: 'png' | 'jpeg' | 'webp';
};

export type StillFrame = Omit<StillOptions, 'mapping' | 'format'>;

/** Calls an operation that services of earlier versions do not have. */
type UntypedCall = (method: string, path: string, options: object) => Promise<unknown>;

const SESSION = '/v2/render_sessions/{id}';
const VERSION = '/v2/template_style_versions/{id}';

/** The calls of the editor. They throw the errors of the client: `FramepressError`, `NetworkError`. */
export class EditorApi {
  readonly server: string;
  /** Larger files are refused. It is known when the specs were read. */
  maxUploadBytes = Number.POSITIVE_INFINITY;
  /** The version whose specs were read last: that of the mapping. */
  versionId: string | undefined;
  readonly #options: EditorApiOptions;
  readonly #client: Framepress;
  /** Without retries: the caller sends its newest state instead. */
  readonly #once: Framepress;

  constructor(options: EditorApiOptions) {
    this.#options = options;
    const common = {
      baseUrl: new URL(options.server, globalThis.location?.href).href.replace(/\/+$/, ''),
      token: options.token,
      fetch: this.#fetch,
    };
    this.server = common.baseUrl;
    this.#client = new Framepress(common);
    this.#once = new Framepress({ ...common, retries: 0, timeoutMs: 30_000 });
  }

  readonly #fetch: typeof globalThis.fetch = async (input, init = {}) => {
    const { fetch = globalThis.fetch, headers = () => ({}), token, onTokenEnded } = this.#options;
    const requestHeaders = init.headers as Record<string, string> | undefined;
    const sent = requestHeaders?.['authorization'];
    const response = await fetch(input, { ...init, headers: { ...requestHeaders, ...headers() } });
    if (response.status !== 401 || sent === undefined) return response;
    const current = `Bearer ${token()}`;
    if (current === sent) {
      onTokenEnded?.(token());
      return response;
    }
    // The page has set a new token meanwhile.
    const renewed = { ...requestHeaders, ...headers(), authorization: current };
    return fetch(input, { ...init, headers: renewed });
  };

  /**
   * Reads the editables of a version, which becomes `versionId`, and the largest upload of the
   * service.
   */
  async specs(id: string, options?: CallOptions): Promise<Specs> {
    this.versionId = id;
    const answer = await this.#client.raw('get', `${VERSION}/specs`, { ...options, id });
    // Services of earlier versions do not report their limits.
    const { style_version: specs, limits } = answer;
    this.maxUploadBytes =
      (limits as typeof limits | undefined)?.upload_bytes ?? Number.POSITIVE_INFINITY;
    return specs;
  }

  version(id: string, options?: CallOptions) {
    return this.#client.versions.get(id, options);
  }

  async session(id: string, options?: CallOptions): Promise<Session> {
    return (await this.#client.renders.get(id, options)).session as Session;
  }

  /** Changes a session that nobody changed since `revision`. Otherwise the error has status 412. */
  async patchSession(
    id: string,
    revision: number,
    change: SessionChange,
    options?: CallOptions,
  ): Promise<Session> {
    const headers = { 'if-match': `"${revision}"` };
    const body = change as RenderSessionUpdate;
    return (await this.#once.renders.update(id, body, { ...options, headers })).session as Session;
  }

  /** Gives a session another title. */
  async rename(id: string, title: string): Promise<Session> {
    return (await this.#once.renders.update(id, { title })).session as Session;
  }

  /** Returns the composition of a mapping, which may be incomplete. */
  async composition(
    mapping: Mapping,
    versionId?: string,
    options?: CallOptions,
  ): Promise<Composition> {
    const body = {
      mapping: mapping as unknown as ExactMapping,
      ...(versionId && { template_style_version_id: versionId }),
    };
    const answer = await this.#once.raw('post', '/v2/compositions', { ...options, body });
    return answer.composition as Composition;
  }

  /** Returns the composition of the stored mapping of a session. */
  async sessionComposition(id: string, options?: CallOptions): Promise<Composition> {
    const answer = await this.#once.raw('get', `${SESSION}/composition`, { ...options, id });
    return answer.composition as Composition;
  }

  /** Returns where the editables of a version are on a frame, topmost first. */
  async places(id: string, frame: number, options?: CallOptions): Promise<EditablePlace[]> {
    const query = { frame };
    const answer = await this.#once.raw('get', `${VERSION}/places`, { ...options, id, query });
    return answer.places as unknown as EditablePlace[];
  }

  validate(mapping: Mapping, options?: CallOptions): Promise<Validation> {
    return this.#client.mappings.validate({ mapping: mapping as unknown as ExactMapping }, options);
  }

  /** Returns the cues of the captions of a mapping, whatever their source is. */
  async captions(mapping: Mapping, options?: CallOptions): Promise<ReadCaptions[]> {
    const call = this.#client.raw as unknown as UntypedCall;
    const answer = await call('post', '/v2/captions', { ...options, body: { mapping } });
    return (answer as { captions: ReadCaptions[] }).captions;
  }

  /** Returns what the service can speak and hear; an earlier service can neither. It is read once. */
  speech(): Promise<SpeechAbilities> {
    this.#speech ??= this.#readSpeech().catch((error: unknown) => {
      this.#speech = undefined;
      throw error;
    });
    return this.#speech;
  }
  #speech: Promise<SpeechAbilities> | undefined;

  async #readSpeech(): Promise<SpeechAbilities> {
    const call = this.#client.raw as unknown as UntypedCall;
    try {
      return (await call('get', '/v2/speech', {})) as SpeechAbilities;
    } catch (error) {
      if (error instanceof FramepressError && error.status === 404) return {};
      throw error;
    }
  }

  /** Draws a frame on the service. */
  still(
    { mapping, versionId, at, width, format = 'jpeg' }: StillOptions,
    options?: CallOptions,
  ): Promise<Blob> {
    const body = {
      mapping: mapping as unknown as ExactMapping,
      at,
      width,
      format,
      ...(versionId && { template_style_version_id: versionId }),
    };
    return this.#client.stills.create(body, options);
  }

  /** Draws a frame of the stored mapping of a session, which needs no right to write. */
  sessionStill(
    id: string,
    { versionId, at, width }: StillFrame,
    options?: CallOptions,
  ): Promise<Blob> {
    const query = new URLSearchParams({ at: String(at), width: String(width) });
    if (versionId) query.set('template_style_version_id', versionId);
    return this.#bytes(
      `${SESSION.replace('{id}', encodeURIComponent(id))}/still?${query}`,
      options,
    );
  }

  /** Uploads a file. A page cannot upload to a service that is not reachable: no retries. */
  async upload(
    file: Blob,
    options: { signal?: AbortSignal; onProgress?: (progress: ByteProgress) => void } = {},
  ): Promise<Upload> {
    const { fetch, headers, onTokenEnded } = this.#options;
    const token = this.#options.token();
    // With a function, the client would send the file again with the same token.
    const { uploads } = new Framepress({ baseUrl: this.server, token, fetch, retries: 0 });
    try {
      return await uploads.create(file, { ...options, headers: headers?.() });
    } catch (error) {
      if (!(error instanceof FramepressError) || error.status !== 401) throw error;
      // The page has set a new token meanwhile.
      if (token !== this.#options.token()) return this.upload(file, options);
      onTokenEnded?.(token);
      throw error;
    }
  }

  /** Returns a file that was uploaded, with a fresh address. */
  uploaded(id: string, options?: CallOptions): Promise<Upload> {
    return this.#client.uploads.get(id, options);
  }

  /** Returns a small image of an uploaded image, or of an uploaded video at a time in seconds. */
  thumbnail(
    id: string,
    { width, at = 0 }: { width: number; at?: number },
    options?: CallOptions,
  ): Promise<Blob> {
    const path = `/v2/uploads/${encodeURIComponent(id)}/thumbnail?width=${width}&at=${at}`;
    return this.#bytes(path, options);
  }

  /** Returns the file of a font that a template contains. */
  templateFont(versionId: string, name: string, options?: CallOptions): Promise<Blob> {
    const path = VERSION.replace('{id}', encodeURIComponent(versionId));
    return this.#bytes(`${path}/font?name=${encodeURIComponent(name)}`, options);
  }

  /** Sends a GET request whose answer is a file. */
  async #bytes(path: string, { signal }: CallOptions = {}): Promise<Blob> {
    const token = this.#options.token();
    const response = await this.#fetch(`${this.server}${path}`, {
      ...(token && { headers: { authorization: `Bearer ${token}` } }),
      ...(signal && { signal }),
    });
    if (response.ok) return response.blob();
    const { status } = response;
    throw new FramepressError(`The service answered ${status} for a file.`, { status });
  }

  async startRender(id: string, render: RenderKind, options?: CallOptions): Promise<Session> {
    return (await this.#client.renders.start(id, render, options)).session as Session;
  }

  /** Copies a session that was rendered to a new draft. With an edit token, the answer has that of the copy. */
  async copySession(
    id: string,
    options?: CallOptions,
  ): Promise<{ id: string; token: string | undefined }> {
    const answer = await this.#client.raw('post', `${SESSION}/copy`, { ...options, id, body: {} });
    return { id: answer.render_session.id, token: answer.edit_token };
  }

  /** Reports the progress of a render until it ends, and returns the session. */
  watch(
    id: string,
    options: { signal?: AbortSignal; onProgress: (progress: RenderProgress) => void },
  ): Promise<RenderSession> {
    return this.#client.renders.wait(id, options);
  }

  /** Opens an address that the service returned, which may be relative to the service. */
  fetchFile = async (url: string, signal?: AbortSignal): Promise<Response> => {
    const response = await this.#fetch(this.fileUrl(url), signal ? { signal } : {}).catch(
      (cause: unknown) => {
        signal?.throwIfAborted();
        throw new NetworkError('The service cannot be reached.', { cause });
      },
    );
    if (response.ok) return response;
    throw new FramepressError(`The service answered ${response.status} for a file.`, {
      status: response.status,
    });
  };

  /** Returns the full address of a file of the service. */
  fileUrl(url: string): string {
    return new URL(url.replace(/^\//, ''), `${this.server}/`).href;
  }
}
