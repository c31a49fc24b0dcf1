import { expect, test } from 'vitest';
import { urlOnServer, withParameter } from './urls.ts';

test.each([
  ['https://video.example', '/engine/1/', 'https://video.example/engine/1/'],
  ['https://example.com/video', '/engine/1/', 'https://example.com/video/engine/1/'],
  ['https://example.com/video/', 'engine/1/', 'https://example.com/video/engine/1/'],
])('%s and %s', (server, path, url) => expect(urlOnServer(server, path)).toBe(url));

test.each(['https://other.example/a', '//other.example/a', '../a', '/../a', '/\\other.example/a'])(
  'a token is not sent beyond the service: %s',
  (path) => {
    const attempt = () => new URL(urlOnServer('https://example.com/video', path));
    let url: URL | undefined;
    try {
      url = attempt();
    } catch (error) {
      expect(error).toMatchObject({ code: 'file_unavailable' });
    }
    if (url) expect(url.href).toMatch(/^https:\/\/example\.com\/video\//);
  },
);

test('a parameter is added to the signed ones', () => {
  expect(withParameter('https://a.example/f?signature=x', 'width', 480)).toBe(
    'https://a.example/f?signature=x&width=480',
  );
});
