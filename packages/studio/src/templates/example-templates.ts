import type { AppContext } from '../app-context.ts';

/** Returns the packages of the example templates that come with the service. Throws an error of the client. */
export async function readExamples({
  client,
  fetch,
  server,
}: Pick<AppContext, 'client' | 'fetch' | 'server'>): Promise<File[]> {
  const { example_templates: examples } = await client.raw('get', '/examples');
  return Promise.all(
    examples.map(async ({ file }) => {
      const response = await fetch(`${server}/examples/${file}`);
      return new File([await response.blob()], file);
    }),
  );
}
