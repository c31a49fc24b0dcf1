import { Framepress } from '@framepress/client';
import { afterEach, expect, test, vi } from 'vitest';
import { LiveSessions } from './live-sessions.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** The parts of a browser that the class uses. */
function openPage({ hidden }: { hidden: boolean }) {
  const page = Object.assign(new EventTarget(), { hidden });
  vi.stubGlobal('document', page);
  vi.stubGlobal(
    'EventSource',
    class extends EventTarget {
      static readonly OPEN = 1;
      readonly readyState = 1;
      close() {}
    },
  );
  const setHidden = (value: boolean) => {
    page.hidden = value;
    page.dispatchEvent(new Event('visibilitychange'));
  };
  return { setHidden };
}

test('the list is read again each time its page becomes visible', async () => {
  const { setHidden } = openPage({ hidden: true });
  const onChange = vi.fn();
  const server = 'https://service.example';
  const live = new LiveSessions(
    {
      addController() {},
      removeController() {},
      requestUpdate() {},
      updateComplete: Promise.resolve(true),
    },
    {
      app: () => ({
        client: new Framepress({ baseUrl: server, token: 'token' }),
        server,
        session: { isAdmin: true },
      }),
      wanted: () => [],
      onProgress() {},
      onSession() {},
      onChange,
    },
  );
  live.hostConnected();
  await Promise.resolve();
  expect(onChange).not.toHaveBeenCalled();
  setHidden(false);
  expect(onChange).toHaveBeenCalledTimes(1);
  setHidden(true);
  expect(onChange).toHaveBeenCalledTimes(1);
  setHidden(false);
  expect(onChange).toHaveBeenCalledTimes(2);
  live.hostDisconnected();
});
