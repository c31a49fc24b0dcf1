import { AppError, say } from '../../base/index.ts';

/** The name of the package with the engine. It is installed by those who want it: it has 33 MB. */
export const ENGINE_PACKAGE = 'sherpa-onnx-node';

/** Why a model cannot be used, and what the operator of the service can do. Both are without paths. */
export class ModelProblem extends Error {
  readonly cure: string;

  constructor(reason: string, cure: string) {
    super(reason);
    this.cure = cure;
  }
}

/** The error of captions whose words need a model that cannot be used. */
export function unusable(model: string, { message, cure }: ModelProblem): AppError {
  return new AppError(
    'transcription_unavailable',
    say`The model ${model} for words in audio cannot be used: ${message}.`,
    { hint: 'The operator of the service runs "framepress doctor".' },
    { cause: new Error(`${message}; ${cure}`) },
  );
}
