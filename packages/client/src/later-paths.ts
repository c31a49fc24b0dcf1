/*
 * Operations that the OpenAPI document of this checkout does not have yet. An entry has no effect
 * when the document has its path.
 */
import type { components } from './generated/api.ts';

type Schemas = components['schemas'];
type Responds<Value, Status extends number = 200> = {
  responses: { [S in Status]: { content: { 'application/json': Value } } };
};
type Accepts<Value> = { requestBody?: { content: { 'application/json': Value } } };

export type LaterPaths = {
  '/v2/mappings/{id}/fit-report': {
    post: Responds<{
      fit_report: {
        mapping_id: string;
        template_style_version_id: string;
        valid: boolean;
        errors: Schemas['Fault'][];
        more_errors?: number;
        warnings: { code: string; message: string; editable?: string }[];
        ignored_editables: string[];
        missing_editables: string[];
        fit: Record<string, unknown>;
      };
    }>;
  };
  '/v2/render_sessions/{id}/copy': {
    post: Accepts<Record<string, unknown>> &
      Responds<{ render_session: Schemas['RenderSession'] }, 201>;
  };
};
