/** Code that makes the same video as a session. */

type Entries = Record<string, unknown>;
type Session = {
  title: string;
  template_style_version_id: string;
  render: 'preview' | 'final' | null;
  metadata: Record<string, string>;
  mapping: { resources: Entries; [key: string]: unknown };
  audio_tracks: Entries;
  font_changes: Entries;
  outputs: readonly { format: string; codec: string; width: number; height: number; fps: number }[];
};

export type CodeSample = { id: 'curl' | 'typescript' | 'python'; label: string; code: string };

/** Returns the body of the request that makes the same video. */
export function requestOf(session: Session): Record<string, unknown> {
  const { mapping, audio_tracks: tracks, font_changes: fonts, outputs, metadata } = session;
  const outputsOf = outputs.map(({ format, codec, width, height, fps }) => ({
    format,
    codec,
    width,
    height,
    fps,
  }));
  return {
    title: session.title,
    render: session.render ?? 'preview',
    mapping: {
      template_style_version_id: session.template_style_version_id,
      resources: withoutLostEntries(mapping.resources),
      ...propertyUnlessEmpty('audio_tracks', withoutLostEntries(tracks)),
      ...propertyUnlessEmpty('font_changes', withoutLostEntries(fonts)),
      ...(mapping['captions'] !== undefined && { captions: mapping['captions'] }),
      ...(mapping['missing'] === 'example' && { missing: 'example' }),
    },
    ...(outputsOf.length > 0 && { output: outputsOf.length === 1 ? outputsOf[0] : outputsOf }),
    ...propertyUnlessEmpty('metadata', metadata),
  };
}

/** Returns the call for the shell, TypeScript and Python. Tokens come from the environment. */
export function codeSamples(server: string, session: Session): CodeSample[] {
  const body = requestOf(session);
  const json = JSON.stringify(body, null, 2);
  // Within single quotes of a shell, an apostrophe ends the text.
  const quoted = json.replaceAll("'", `'\\''`);
  const curl = `curl ${server}/v2/render_sessions \\
  -H "Authorization: Bearer $FRAMEPRESS_TOKEN" \\
  --json '${quoted}'`;
  const typescript = `import { Framepress } from '@framepress/client';

const framepress = new Framepress({
  baseUrl: ${JSON.stringify(server)},
  token: process.env.FRAMEPRESS_TOKEN,
});
const video = await framepress.renders.create(${json}).wait();
console.log(video.video_url);`;
  const python = `import json, os, urllib.request

body = json.loads(r"""
${json}
""")
request = urllib.request.Request(
    ${JSON.stringify(`${server}/v2/render_sessions`)},
    json.dumps(body).encode(),
    {
        "Authorization": "Bearer " + os.environ["FRAMEPRESS_TOKEN"],
        "Content-Type": "application/json",
    },
)
print(json.load(urllib.request.urlopen(request))["render_session"]["id"])`;
  return [
    { id: 'curl', label: 'curl', code: curl },
    { id: 'typescript', label: 'TypeScript', code: typescript },
    { id: 'python', label: 'Python', code: python },
  ];
}

/** Leaves out entries that the service cannot read any more, because their key is lost. */
function withoutLostEntries(entries: Entries): Entries {
  return Object.fromEntries(
    Object.entries(entries).filter(
      ([, entry]) => entry === null || (typeof entry === 'object' && 'source' in entry),
    ),
  );
}

/** Returns an object with the entries under a name, or an empty object without entries. */
function propertyUnlessEmpty(name: string, entries: Entries): Entries {
  return Object.keys(entries).length > 0 ? { [name]: entries } : {};
}
