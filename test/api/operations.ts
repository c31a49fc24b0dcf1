/** Kinds of resources that a path or a body names. */
export type Kind =
  | 'template'
  | 'style'
  | 'version'
  | 'mapping'
  | 'upload'
  | 'session'
  | 'destination'
  | 'endpoint'
  | 'delivery'
  | 'batch'
  | 'client';

export type Operation = {
  /** The scope that API.md demands, as `resource:action`. */
  scope: `${string}:${'read' | 'write'}`;
  /** Every valid token may use it: its scope limits what the request then does. */
  anyToken?: true;
  /** Only a token with the scope `*` may use it. */
  fullScope?: true;
  /** Further scopes that the token must have for all targets. */
  also?: readonly string[];
  /** The resource in the path. */
  target?: Kind;
  /** An edit token may use it: for its own session or version, or for any request. */
  edit?: 'own' | 'any';
  /** The request removes the resource in its path. */
  removes?: true;
  /** The response does not end by itself. */
  streams?: true;
  /** A valid body, where `{}` is not valid. Without it a wrong id would not be noticed. */
  body?: object;
};

/**
 * The tokens that each operation accepts, as the contract with clients says. This table is written by
 * hand and must not be derived from the routes. Each operation of the API needs an entry.
 */
export const OPERATIONS: Readonly<Record<string, Operation>> = {
  // Templates
  listTemplates: { scope: 'template_style_version:read' },
  getTemplate: { scope: 'template_style_version:read', target: 'template' },
  updateTemplate: {
    scope: 'template_style_version:write',
    target: 'template',
    body: { name: 'x' },
  },
  deleteTemplate: { scope: 'template_style_version:write', target: 'template', removes: true },
  listTemplateStyles: { scope: 'template_style_version:read', target: 'template' },
  updateTemplateStyle: {
    scope: 'template_style_version:write',
    target: 'style',
    body: { name: 'x' },
  },
  deleteTemplateStyle: { scope: 'template_style_version:write', target: 'style', removes: true },
  listTemplateStyleVersions: { scope: 'template_style_version:read' },
  createTemplateStyleVersion: { scope: 'template_style_version:write' },
  getTemplateStyleVersion: { scope: 'template_style_version:read', target: 'version', edit: 'own' },
  updateTemplateStyleVersion: {
    scope: 'template_style_version:write',
    target: 'version',
    body: { name: 'x' },
  },
  retryTemplateStyleVersion: { scope: 'template_style_version:write', target: 'version' },
  deleteTemplateStyleVersion: {
    scope: 'template_style_version:write',
    target: 'version',
    removes: true,
  },
  getTemplateStyleVersionSpecs: {
    scope: 'template_style_version:read',
    target: 'version',
    edit: 'own',
  },
  getTemplateDraft: { scope: 'template_style_version:read', target: 'version' },
  createTemplateDraftStill: {
    scope: 'template_style_version:read',
    target: 'version',
    body: { settings: { version: 1 }, at: 0 },
  },
  createVersionFromSettings: {
    scope: 'template_style_version:write',
    target: 'version',
    body: { settings: { version: 1 } },
  },
  getTemplateFont: { scope: 'template_style_version:read', target: 'version', edit: 'own' },
  listEditablePlaces: { scope: 'template_style_version:read', target: 'version', edit: 'own' },
  getTemplateStyleVersionSchema: {
    scope: 'template_style_version:read',
    target: 'version',
    edit: 'own',
  },

  // Mappings, uploads and stills
  listMappings: { scope: 'mapping:read' },
  createMapping: { scope: 'mapping:write' },
  getMapping: { scope: 'mapping:read', target: 'mapping' },
  replaceMapping: {
    scope: 'mapping:write',
    target: 'mapping',
    body: { template_style_version_id: 'tsv_ready', resources: {} },
  },
  updateMapping: { scope: 'mapping:write', target: 'mapping' },
  deleteMapping: { scope: 'mapping:write', target: 'mapping', removes: true },
  validateMapping: { scope: 'mapping:write', edit: 'any' },
  listCaptions: { scope: 'mapping:write', edit: 'any' },
  getSpeech: { scope: 'template_style_version:read', edit: 'any' },
  createFitReport: { scope: 'mapping:write', target: 'mapping' },
  listUploads: { scope: 'upload:read' },
  createUpload: { scope: 'upload:write', edit: 'any' },
  getUpload: { scope: 'upload:read', target: 'upload', edit: 'own' },
  getUploadThumbnail: { scope: 'upload:read', target: 'upload', edit: 'own' },
  deleteUpload: { scope: 'upload:write', target: 'upload', removes: true },
  createStill: { scope: 'render_session:write', edit: 'any' },
  createComposition: { scope: 'render_session:write', edit: 'any' },
  getSessionStill: { scope: 'render_session:read', target: 'session', edit: 'own' },
  getSessionCaptions: { scope: 'render_session:read', target: 'session', edit: 'own' },
  updateSessionCaptions: {
    scope: 'render_session:write',
    target: 'session',
    edit: 'own',
    body: { captions: [{ cues: [] }] },
  },
  getSessionComposition: { scope: 'render_session:read', target: 'session', edit: 'own' },

  // Render sessions
  listRenderSessions: { scope: 'render_session:read' },
  getRenderSessionArchive: { scope: 'render_session:read' },
  createRenderSession: { scope: 'render_session:write' },
  getRenderSession: { scope: 'render_session:read', target: 'session', edit: 'own' },
  updateRenderSession: { scope: 'render_session:write', target: 'session', edit: 'own' },
  createEditToken: { scope: 'render_session:write', target: 'session' },
  copyRenderSession: { scope: 'render_session:write', target: 'session', edit: 'own' },
  startRenderSession: {
    scope: 'render_session:write',
    target: 'session',
    edit: 'own',
    body: { render: 'preview' },
  },
  cancelRenderSession: { scope: 'render_session:write', target: 'session', edit: 'own' },
  deliverRenderSession: { scope: 'render_session:write', target: 'session' },
  retryRenderSession: { scope: 'render_session:write', target: 'session', edit: 'own' },
  deleteRenderSession: { scope: 'render_session:write', target: 'session', removes: true },
  watchRenderSession: {
    scope: 'render_session:read',
    target: 'session',
    edit: 'own',
    streams: true,
  },

  // Batches
  listBatches: { scope: 'batch:read' },
  createBatch: { scope: 'batch:write' },
  readTable: { scope: 'batch:write' },
  getBatch: { scope: 'batch:read', target: 'batch' },
  listBatchRows: { scope: 'batch:read', target: 'batch' },
  pauseBatch: { scope: 'batch:write', target: 'batch' },
  resumeBatch: { scope: 'batch:write', target: 'batch' },
  cancelBatch: { scope: 'batch:write', target: 'batch' },
  retryBatch: { scope: 'batch:write', target: 'batch' },
  getBatchManifest: { scope: 'batch:read', target: 'batch' },
  getBatchArchive: { scope: 'batch:read', target: 'batch' },
  deleteBatch: { scope: 'batch:write', target: 'batch', removes: true },

  // Delivery and webhooks
  listDestinations: { scope: 'destination:read' },
  createDestination: { scope: 'destination:write' },
  getDestination: { scope: 'destination:read', target: 'destination' },
  updateDestination: { scope: 'destination:write', target: 'destination' },
  deleteDestination: { scope: 'destination:write', target: 'destination', removes: true },
  testDestination: { scope: 'destination:write', target: 'destination' },
  listWebhookEndpoints: { scope: 'webhook_endpoint:read' },
  createWebhookEndpoint: { scope: 'webhook_endpoint:write' },
  getWebhookEndpoint: { scope: 'webhook_endpoint:read', target: 'endpoint' },
  updateWebhookEndpoint: { scope: 'webhook_endpoint:write', target: 'endpoint' },
  deleteWebhookEndpoint: { scope: 'webhook_endpoint:write', target: 'endpoint', removes: true },
  rotateWebhookSecret: { scope: 'webhook_endpoint:write', target: 'endpoint' },
  testWebhookEndpoint: { scope: 'webhook_endpoint:write', target: 'endpoint' },
  listWebhookDeliveries: { scope: 'webhook_endpoint:read', target: 'endpoint' },
  replayWebhookEvents: {
    scope: 'webhook_endpoint:write',
    target: 'endpoint',
    body: { since: '2026-11-20T00:00:00.000Z' },
  },
  getWebhookDelivery: { scope: 'webhook_endpoint:read', target: 'delivery' },
  replayWebhookDelivery: { scope: 'webhook_endpoint:write', target: 'delivery' },
  watchWebhookEvents: {
    scope: 'webhook_endpoint:read',
    // Events contain these objects.
    also: ['render_session', 'template_style_version'],
    streams: true,
  },

  // The account
  getAccount: { scope: 'usage:read' },
  getUsage: { scope: 'usage:read' },
  getQueue: { scope: 'service:read' },
  getMetrics: { scope: 'service:read' },
  listClients: { scope: '*:write', fullScope: true },
  createClient: { scope: '*:write', fullScope: true, body: { name: 'x' } },
  rotateClientSecret: { scope: '*:write', fullScope: true, target: 'client' },
  deleteClient: { scope: '*:write', fullScope: true, target: 'client', removes: true },
  callMcp: { scope: '*:write', anyToken: true, body: { jsonrpc: '2.0', id: 1, method: 'ping' } },
};

/** Operations that need no token. */
export const PUBLIC: readonly string[] = [
  ...[
    'createToken',
    'revokeToken',
    'getFile',
    'getCompositionFile',
    'getHealth',
    'getReadiness',
    'getOpenApi',
  ],
  ...['getStart', 'getDocs', 'getDocsPage', 'getLlmsText', 'getLlmsFullText'],
  ...['getStudioSession', 'createStudioSession', 'deleteStudioSession', 'checkStudioLink'],
  ...['listStudioPeople', 'inviteStudioPerson', 'createStudioPersonLink', 'updateStudioPerson'],
  'removeStudioPerson',
  ...['listExampleTemplates', 'getExampleTemplate'],
  ...['startOpenIdSignIn', 'finishOpenIdSignIn'],
  ...['getEngineFile', 'getEditorFile', 'getStudioStart', 'getStudioFile'],
];
