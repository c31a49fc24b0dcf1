import openapiTypeScript, { astToString, type OpenAPI3 } from 'openapi-typescript';
import ts from 'typescript';

const HEADING = '// Written by `npm run generate` from the OpenAPI document. Do not edit.\n\n';

/** Parts of an operation that are left out if they are empty. */
const PARTS = new Set(['parameters', 'headers']);

type Operation = { responses?: Record<string, { headers?: unknown }> };

/**
 * Returns TypeScript types of all operations and schemas of an OpenAPI document. Bodies of errors, headers
 * of responses and examples are left out: the client throws errors as a `Problem`, and reads no headers
 * of its user.
 */
export async function apiTypes(document: string): Promise<string> {
  const { paths = {}, components, ...rest } = withoutExamples(JSON.parse(document)) as OpenAPI3;
  for (const path of Object.values(paths))
    for (const operation of Object.values(path)) keepSuccesses(operation as Operation);
  const { responses, headers, ...used } = components ?? {};
  const types = await openapiTypeScript({ ...rest, paths, components: used } as OpenAPI3, {
    // A request may omit a field that has a default.
    defaultNonNullable: false,
  });
  return HEADING + astToString(ts.transform(types, [withoutAbsences]).transformed);
}

/** Removes properties that can have no value, such as methods that a path lacks, and objects without properties. */
const withoutAbsences: ts.TransformerFactory<ts.Node> = (context) => {
  const visit = (node: ts.Node): ts.Node | undefined => {
    const visited = ts.visitEachChild(node, visit, context);
    if (!ts.isPropertySignature(visited) || !visited.type) return visited;
    const { type } = visited;
    const isAbsent = visited.questionToken && type.kind === ts.SyntaxKind.NeverKeyword;
    const isEmpty =
      ts.isTypeLiteralNode(type) &&
      type.members.every((member) => ts.isIndexSignatureDeclaration(member));
    const isPart = ts.isIdentifier(visited.name) && PARTS.has(visited.name.text);
    return isAbsent || (isEmpty && isPart) ? undefined : visited;
  };
  return (root) => visit(root) ?? root;
};

function keepSuccesses({ responses = {} }: Operation): void {
  for (const [status, response] of Object.entries(responses))
    if (Number(status) >= 400) delete responses[status];
    else delete response.headers;
}

/** Returns a copy without the examples of its schemas. A property may have the name `example`. */
function withoutExamples(value: unknown, isNamed = false): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutExamples(item));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([key]) => isNamed || !/^examples?$/.test(key));
  return Object.fromEntries(
    entries.map(([key, child]) => [key, withoutExamples(child, key === 'properties' && !isNamed)]),
  );
}
