import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { AppError } from '../../base/index.ts';

const PROGRAMS: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Opens a URL in the browser of this machine. Throws `environment_incomplete` when none opens. */
export async function openBrowser(url: string): Promise<void> {
  const [program = 'xdg-open', ...args] = PROGRAMS[process.platform] ?? [];
  // The browser stays open when this command ends.
  const child = spawn(program, [...args, url], { detached: true, stdio: 'ignore' });
  try {
    await once(child, 'spawn');
  } catch (cause) {
    const hint = 'Open the printed link in a browser.';
    throw new AppError('environment_incomplete', `${program} cannot be run.`, { hint }, { cause });
  }
  child.unref();
}
