import { textOf } from '../../base/index.ts';
import type { Config } from '../../config/index.ts';
import { LocalEngine, ModelProblem, shareOfService, speechFacts } from '../../speech/index.ts';
import { toAppError } from '../../system/index.ts';
import type { Finding } from './finding.ts';

const TIMEOUT_MS = 10_000;

/** Returns the state of the speech: a configured server must answer. Without one, drafts are enough. */
export async function speechFindings(
  { speech, transcription }: Pick<Config, 'speech' | 'transcription'>,
  install: (what: string) => string,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  if (speech.server) findings.push(await serverFinding('speech', speech.server));
  else {
    const { isAvailable } = (await speechFacts(speech, undefined)).speech;
    findings.push({
      name: 'speech',
      ok: true,
      ...(!isAvailable && { available: false as const }),
      found: isAvailable
        ? 'drafts by espeak-ng; FRAMEPRESS_SPEECH_URL sets a server'
        : `no server (FRAMEPRESS_SPEECH_URL), and no espeak-ng (${install('espeak-ng')})`,
      cure: null,
    });
  }
  if (transcription && 'folder' in transcription)
    findings.push(await modelFinding(transcription.folder));
  else if (transcription) findings.push(await serverFinding('transcription', transcription));
  return findings;
}

/** Opens the model in a folder, with the limit of time of the service. */
async function modelFinding(folder: string): Promise<Finding> {
  const name = 'transcription model';
  await using engine = new LocalEngine({ folder, ...shareOfService(0) });
  const begun = performance.now();
  try {
    const { kind, bytes } = await engine.open(new AbortController().signal);
    const seconds = Math.round((performance.now() - begun) / 100) / 10;
    const size = `${kind}, ${Math.ceil(bytes / 2 ** 20)} MB, opened in ${seconds} s`;
    return { name, ok: true, found: `${folder} (${size})`, cure: null };
  } catch (error) {
    const { message } = toAppError(error);
    const cure = 'use a smaller model';
    const isKnown = error instanceof ModelProblem;
    const reason = isKnown ? error.message : textOf(message);
    return { name, ok: false, found: `${folder}: ${reason}`, cure: isKnown ? error.cure : cure };
  }
}

/** Asks a server for anything. Any answer of HTTP shows that it runs; 401 and 403 mean a wrong key. */
async function serverFinding(
  name: 'speech' | 'transcription',
  { url, key, model }: { url: string; key: string | undefined; model: string },
): Promise<Finding> {
  const variable = `FRAMEPRESS_${name.toUpperCase()}`;
  const label = `${name} server`;
  try {
    const response = await fetch(`${url}/models`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
    });
    await response.body?.cancel();
    const isDenied = response.status === 401 || response.status === 403;
    return {
      name: label,
      ok: !isDenied,
      found: isDenied ? `${url} denies access (status ${response.status})` : `${url}, ${model}`,
      cure: isDenied ? `set ${variable}_KEY to its key` : null,
    };
  } catch (error) {
    const { cause } = toAppError(error).cause as Error;
    const code = (cause as NodeJS.ErrnoException | undefined)?.code ?? 'no answer';
    const failure = `${url} cannot be reached (${code})`;
    return {
      name: label,
      ok: false,
      found: failure,
      cure: `start the server, or correct ${variable}_URL`,
    };
  }
}
