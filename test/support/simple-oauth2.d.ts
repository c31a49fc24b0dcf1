/** The part of simple-oauth2 that a test uses. The package has no types. */
declare module 'simple-oauth2' {
  type Settings = {
    client: { id: string; secret: string };
    auth: { tokenHost: string; tokenPath: string; revokePath: string };
    options: { authorizationMethod: 'header' | 'body'; bodyFormat?: 'form' | 'json' };
  };
  export type AccessToken = {
    token: { access_token: string; expires_at: Date; scope: string };
    expired(withinSeconds?: number): boolean;
    revoke(kind: 'access_token'): Promise<void>;
  };
  export class ClientCredentials {
    constructor(settings: Settings);
    getToken(parameters: { scope?: string | string[] }): Promise<AccessToken>;
  }
}
