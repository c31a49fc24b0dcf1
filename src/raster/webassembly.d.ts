/** The parts of Node's WebAssembly API that its types lack. */
declare namespace WebAssembly {
  type Module = object;
  class Memory {
    constructor(size: { initial: number; maximum: number });
    readonly buffer: ArrayBuffer;
  }
  function compile(bytes: Uint8Array): Promise<Module>;
  function instantiate(
    module: Module,
    imports: Record<string, Record<string, unknown>>,
  ): Promise<{ exports: Record<string, unknown> }>;
}
