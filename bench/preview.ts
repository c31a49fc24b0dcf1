/**
 * Measures the editor in Chromium beside a service that renders. `npm run bench:preview` prints the
 * time from a key press to the new frame (`-- --edits 60`, of a text and of a color each);
 * `-- --part memory --minutes 30` edits and plays for that time and prints the memory of the page and
 * of the service. `--only text,color` leaves out the other activities, `seek` and `play`.
 * `-- --part sync --minutes 2` plays and prints how far the shown frames are from the audio.
 */
import { parseArgs } from 'node:util';
import { measureLatency } from './preview/latency.ts';
import { measureMemory } from './preview/memory.ts';
import { measureSync } from './preview/sync.ts';
import { inFolder } from './support.ts';

const { values } = parseArgs({
  options: {
    part: { type: 'string', default: 'latency' },
    edits: { type: 'string', default: '60' },
    minutes: { type: 'string', default: '30' },
    only: { type: 'string', default: 'text,color,seek,play' },
  },
});

await inFolder(async (folder) => {
  if (values.part === 'memory')
    await measureMemory(folder, Number(values.minutes), values.only.split(','));
  else if (values.part === 'sync') await measureSync(folder, Number(values.minutes));
  else await measureLatency(folder, Number(values.edits));
});
