// Parts of css-tree that need none of its data, which is in files beside its own.
declare module 'css-tree/parser' {
  import type { parse } from 'css-tree';

  const parser: typeof parse;
  // biome-ignore lint/style/noDefaultExport: the package has no other export
  export default parser;
}

declare module 'css-tree/generator' {
  import type { generate } from 'css-tree';

  const generator: typeof generate;
  // biome-ignore lint/style/noDefaultExport: the package has no other export
  export default generator;
}
