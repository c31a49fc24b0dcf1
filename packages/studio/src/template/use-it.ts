export type CodeLanguage = 'curl' | 'typescript' | 'python';

export type Sample = {
  server: string;
  versionId: string;
  title: string;
  /** Texts and colors of the template by the name of their editable. */
  resources: Readonly<Record<string, unknown>>;
};

type Editable = { input_type: string; example_text?: string | undefined };

/** More would hide the code around them. */
const MAX_RESOURCES = 4;

/** Returns entries for the first texts and colors. Other editables keep their examples. */
export function sampleResources(editables: Readonly<Record<string, Editable>>) {
  const filled = Object.entries(editables).flatMap<[string, unknown]>(
    ([name, { input_type: type, example_text: example = '' }]) => {
      if (type === 'text') return [[name, { source: { text: example || 'Text' } }]];
      if (type === 'color') return [[name, { source: { color: example || '#3b4cca' } }]];
      return [];
    },
  );
  return Object.fromEntries(filled.slice(0, MAX_RESOURCES));
}

/** Returns code that renders a template and stores the video. */
export function sampleCode(language: CodeLanguage, sample: Sample): string {
  return { curl, typescript, python }[language](sample);
}

/** Returns the request of all samples: a preview, with examples for what is not filled in. */
function bodyOf({ title, versionId, resources }: Sample): object {
  return {
    title,
    render: 'preview',
    mapping: { template_style_version_id: versionId, missing: 'example', resources },
  };
}

/** In single quotes a shell changes nothing but the quote itself. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Returns a sample for a POSIX shell, without tools beside `curl` and `sed`. */
function curl(sample: Sample): string {
  const url = quoted(sample.server);
  return `TOKEN=$(curl -fsS ${url}/oauth/token \\
  -u "$FRAMEPRESS_CLIENT_ID:$FRAMEPRESS_CLIENT_SECRET" \\
  -d grant_type=client_credentials | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')

SESSION=$(curl -fsS ${url}/v2/render_sessions \\
  -H "Authorization: Bearer $TOKEN" \\
  -H 'Content-Type: application/json' \\
  -d ${quoted(JSON.stringify(bodyOf(sample), null, 2))} |
  sed 's/.*"render_session":{"id":"\\([^"]*\\)".*/\\1/')

# Waits for at most 60 seconds. Run it again until the answer has a video_url.
curl -fsS ${url}/v2/render_sessions/$SESSION \\
  -H "Authorization: Bearer $TOKEN" \\
  -H 'Prefer: wait=60'
`;
}

/** Returns a sample with the client for TypeScript. */
function typescript(sample: Sample): string {
  const body = JSON.stringify(bodyOf(sample), null, 2).replaceAll('\n', '\n  ');
  return `import { Framepress } from '@framepress/client';

const framepress = new Framepress({
  baseUrl: ${JSON.stringify(sample.server)},
  clientId: process.env['FRAMEPRESS_CLIENT_ID'],
  clientSecret: process.env['FRAMEPRESS_CLIENT_SECRET'],
});

const session = await framepress.renders
  .create(${body})
  .wait({ onProgress: ({ progress, phase }) => console.log(progress, phase) });
await framepress.renders.save(session.id, 'video.mp4');
`;
}

/**
 * Returns a sample without packages. JSON is parsed from a raw string, because Python would replace
 * its escapes.
 */
function python(sample: Sample): string {
  return `import json
import os
import urllib.request

SERVER = ${JSON.stringify(sample.server)}


def call(path, body=None, headers={}):
    data = json.dumps(body).encode() if body else None
    headers = {"Content-Type": "application/json", **headers}
    with urllib.request.urlopen(urllib.request.Request(SERVER + path, data, headers)) as answer:
        return json.load(answer)


token = call("/oauth/token", {
    "grant_type": "client_credentials",
    "client_id": os.environ["FRAMEPRESS_CLIENT_ID"],
    "client_secret": os.environ["FRAMEPRESS_CLIENT_SECRET"],
})["access_token"]
headers = {"Authorization": "Bearer " + token}

session = call("/v2/render_sessions", json.loads(r"""
${JSON.stringify(bodyOf(sample), null, 2)}
"""), headers)["render_session"]

while session["status"] == "preview_rendering":
    path = "/v2/render_sessions/" + session["id"]
    session = call(path, None, {**headers, "Prefer": "wait=30"})["render_session"]
    print(session["render_progress"], session["phase"])

urllib.request.urlretrieve(session["video_url"], "video.mp4")
`;
}
