/** The groups of operations, in the order of the reference. */
const TAGS = [
  {
    name: 'Tokens',
    paths: ['oauth'],
    description: 'Every request needs an access token (OAuth 2.0, client credentials).',
  },
  {
    name: 'Templates',
    paths: ['templates', 'template_styles', 'template_style_versions'],
    description:
      'A template groups styles, such as landscape and portrait. A style has a version for each language. A render names a version.',
  },
  {
    name: 'Uploads',
    paths: ['uploads'],
    description: 'Images, videos, audio files and fonts without a public URL.',
  },
  {
    name: 'Mappings',
    paths: ['mappings'],
    description:
      'The content for a template: texts, colors, images, videos, audio, fonts and controls.',
  },
  {
    name: 'Stills',
    paths: ['stills'],
    description: 'One frame of the video, exactly as the video shows it.',
  },
  {
    name: 'Compositions',
    paths: ['compositions'],
    description: 'A mapping compiled into its template, for live frames in the browser.',
  },
  {
    name: 'Render sessions',
    paths: ['render_sessions'],
    description: 'A mapping and its renders: previews, finals, their files and deliveries.',
  },
  {
    name: 'Batches',
    paths: ['batches', 'tables'],
    description: 'Many videos of one template, from the rows of a table.',
  },
  {
    name: 'Destinations',
    paths: ['destinations'],
    description: 'Places in S3, Google Cloud Storage, Azure or HTTPS, with their credentials.',
  },
  {
    name: 'Webhooks',
    paths: ['webhook_endpoints', 'webhook_deliveries', 'webhook_events'],
    description: 'Events that are sent to your server, as Standard Webhooks define it.',
  },
  {
    name: 'Account',
    paths: ['account', 'usage', 'clients'],
    description: 'Limits of the account, use, and API clients.',
  },
  {
    name: 'Studio',
    paths: ['studio', 'editor', 'engine'],
    description: 'The pages for people, and their sign-in.',
  },
  { name: 'Service', paths: [], description: 'Files by signed URL, health, and this description.' },
];

const OTHER = 'Service';

/** Returns the tag of a path: that of its resource. */
export function tagOf(path: string): string {
  const [first = '', second = ''] = path.split('/').slice(1);
  const resource = first === 'v2' ? second : first;
  return TAGS.find(({ paths }) => paths.includes(resource))?.name ?? OTHER;
}

/** Returns the tags of a document in their order. */
export function tagObjects(usedTags: ReadonlySet<string>) {
  return TAGS.filter(({ name }) => usedTags.has(name)).map(({ name, description }) => ({
    name,
    description,
  }));
}

/** Returns the description of the `id` in a path: `/v2/mappings/{id}` names a mapping. */
export function idDescription(path: string): string {
  const [, plural = 'resources'] = /([a-z_]+)\/\{id\}/.exec(path) ?? [];
  const singular = plural
    .replace(/ies$/, 'y')
    .replace(/(ch)es$/, '$1')
    .replace(/s$/, '');
  return `The id of the ${singular.replaceAll('_', ' ')}`;
}
