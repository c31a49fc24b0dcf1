import { afterEach, expect, test, vi } from 'vitest';
import { multipart } from './platform-browser.ts';

afterEach(() => vi.unstubAllGlobals());

/** A request of a page that is answered at once, without a body. */
class AnsweredRequest {
  status = 204;
  responseText = '';
  upload = {};
  onload?: () => void;
  open() {}
  setRequestHeader() {}
  getResponseHeader() {
    return null;
  }
  send() {
    this.onload?.();
  }
}

test('an upload whose answer has no body ends', async () => {
  vi.stubGlobal('XMLHttpRequest', AnsweredRequest);
  const part = { fields: {}, filename: undefined, contentType: undefined, onProgress: () => {} };
  const { fetch, body } = await multipart(new Blob(['x']), part);
  const init = { headers: {}, body: (await body?.()) as FormData };
  expect(await fetch?.('http://service.example', init)).toMatchObject({ status: 204, body: null });
});
