import type { Framepress } from '@framepress/client';
import type { Session, SessionCalls, SignInChoices } from './session.ts';
import type { Translate } from './strings/index.ts';
import type { Upload } from './upload.ts';

export type { Route } from './router.ts';

export type ToastKind = 'info' | 'success' | 'error';

export type ConfirmRequest = {
  heading: string;
  /** What happens, in a sentence or two. */
  text: string;
  /** The label of the button that does it, such as "Delete". */
  action: string;
  isDanger?: boolean;
};

/** What every page gets. */
export type AppContext = {
  client: Framepress;
  t: Translate;
  lang: string;
  session: Session;
  /** Address of the service, without a slash at its end. */
  server: string;
  /** `fetch` with the rights of the person. */
  fetch: typeof globalThis.fetch;
  /** Sends a file with progress. */
  upload: Upload;
  navigate(path: string): void;
  toast(text: string, kind?: ToastKind): void;
  /** Resolves with true when the person agreed. */
  confirm(request: ConfirmRequest): Promise<boolean>;
  /** Replaces the title of the page, such as by the name of what it shows. */
  setTitle(title: string): void;
};

/** What the page of the sign-in gets beside what all pages get. */
export type SignInHost = {
  t: Translate;
  lang: string;
  server: string;
  calls: SessionCalls;
  choices: SignInChoices;
  /** The person was signed in before, and the session ended. */
  isExpired: boolean;
  /** Goes on to where the person wanted to go. */
  done(session: Session, to: string | undefined): void;
};
