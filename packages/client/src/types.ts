import type { components } from './generated/api.ts';
import type { Answer, Body } from './operation-types.ts';

/** The resources of the API, as the service returns them. */
export type RenderSession = Answer<'get', '/v2/render_sessions/{id}'>['render_session'];
export type RenderSessionSummary = Answer<'get', '/v2/render_sessions'>['render_sessions'][number];
export type RenderSessionCreate = Body<'post', '/v2/render_sessions'>;
export type RenderSessionUpdate = Body<'patch', '/v2/render_sessions/{id}'>;
export type RenderSessionCopy = Body<'post', '/v2/render_sessions/{id}/copy'>;
export type RenderStatus = RenderSession['status'];
export type Fault = components['schemas']['Fault'];
export type Template = Answer<'get', '/v2/templates/{id}'>['template'];
export type TemplateStyle = Answer<'get', '/v2/templates/{id}/styles'>['template_styles'][number];
export type TemplateStyleVersion = Answer<
  'get',
  '/v2/template_style_versions/{id}'
>['template_style_version'];
export type TemplateStyleVersionSummary = Answer<
  'get',
  '/v2/template_style_versions'
>['template_style_versions'][number];
export type TemplateDraft = Answer<
  'get',
  '/v2/template_style_versions/{id}/draft'
>['template_draft'];
export type Upload = Answer<'post', '/v2/uploads'>['upload'];
export type Mapping = NonNullable<RenderSessionCreate['mapping']>;
/** Captions in one language, with their cues. */
export type CaptionsWithCues = Answer<'post', '/v2/captions'>['captions'][number];
/** The cues of captions that are changed. */
export type EditedCaptions = Pick<CaptionsWithCues, 'cues'>;
export type StoredMapping = Answer<'get', '/v2/mappings/{id}'>['mapping'];
export type FitReport = Answer<'post', '/v2/mappings/{id}/fit-report'>['fit_report'];
export type Batch = Answer<'get', '/v2/batches/{id}'>['batch'];
export type BatchCreate = Body<'post', '/v2/batches'>;
export type BatchRow = Answer<'get', '/v2/batches/{id}/rows'>['rows'][number];
/** The columns and rows of a file, without a batch. */
export type Table = Answer<'post', '/v2/tables'>['table'];
export type Destination = Answer<'get', '/v2/destinations/{id}'>['destination'];
export type DestinationTest = Answer<'post', '/v2/destinations/{id}/test'>['test'];
export type WebhookEndpoint = Answer<'get', '/v2/webhook_endpoints/{id}'>['webhook_endpoint'];
export type WebhookDelivery = Answer<'get', '/v2/webhook_deliveries/{id}'>['webhook_delivery'];
export type Account = Answer<'get', '/v2/account'>['account'];
export type Usage = Answer<'get', '/v2/usage'>;

type EventOf<Type extends string, Data> = {
  type: Type;
  timestamp: string;
  data: Data & { sequence: number };
};
type Delivered = {
  render_session_id: string;
  external_upload_id: string;
  to: string;
  remote_id: string | null;
};

/** The body of a webhook request, by its `type`. */
export type WebhookEvent =
  | EventOf<'render_session.status.changed', { render_session: RenderSession }>
  | EventOf<'render_session.external_upload.complete', Delivered>
  | EventOf<
      'render_session.external_upload.failed' | 'render_session.external_upload.canceled',
      Delivered & { error: Fault | null }
    >
  | EventOf<
      'template_style_version.status.changed',
      { template_style_version: TemplateStyleVersion }
    >
  | EventOf<'batch.waiting', { batch: Batch }>
  | EventOf<'batch.completed', { batch: Batch }>
  | EventOf<
      'batch.row.failed',
      {
        batch_id: string;
        row: number;
        external_id: string | null;
        render_session_id: string | null;
        errors: Fault[];
      }
    >
  | EventOf<
      'webhook_endpoint.disabled' | 'webhook_endpoint.test',
      { webhook_endpoint_id: string; disabled_reason?: string }
    >;
