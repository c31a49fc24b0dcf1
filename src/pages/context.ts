import type { OpenIdConfig } from '../config/index.ts';
import type { HttpConfig, HttpContext } from '../http/index.ts';
import type { BlobStore } from '../storage/index.ts';

export type PagesConfig = HttpConfig & {
  /** Whether clients read large files from the store itself. Default: `proxy`, through the API. */
  fileLinks?: 'redirect' | 'proxy';
  maxUploadBytes: number;
  /** People sign in to the studio at this issuer. Default: none. */
  openid?: OpenIdConfig;
  /** Folder of the files for browsers. Default: `web/` of this package. */
  webFolder?: string;
};

/** What the pages use from the rest of the program. */
export type PagesContext = HttpContext & { config: PagesConfig; store: BlobStore };
