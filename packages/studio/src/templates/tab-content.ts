import type { TemplateStyleVersion } from '@framepress/client';
import { html } from 'lit';
import type { AppContext } from '../app-context.ts';
import './code-samples.ts';
import type { TemplateDetails } from './details.ts';
import './editables.ts';
import './report.ts';
import './schema-view.ts';
import './stills.ts';
import './versions.ts';

export const TABS = ['editables', 'stills', 'report', 'code', 'schema', 'versions'] as const;
export type TabId = (typeof TABS)[number];

type TabModel = {
  app: AppContext;
  details: TemplateDetails;
  version: TemplateStyleVersion;
  onDeleted: () => void;
  onRefused: (error: unknown) => void;
};

/** Returns what a tab of a template shows. */
export function tabContent(id: TabId, { app, details, version, ...on }: TabModel) {
  switch (id) {
    case 'editables':
      return html`<studio-editables .app=${app} .version=${version}></studio-editables>`;
    case 'stills':
      return html`<studio-stills .app=${app} .version=${version}></studio-stills>`;
    case 'report':
      return html`<studio-report .app=${app} .version=${version}></studio-report>`;
    case 'code':
      return html`<studio-code-samples .app=${app} .version=${version}></studio-code-samples>`;
    case 'schema':
      return html`<studio-schema-view .app=${app} .version=${version}></studio-schema-view>`;
    case 'versions':
      return html`<studio-versions
        .app=${app}
        .details=${details}
        @deleted=${on.onDeleted}
        @refused=${({ detail }: CustomEvent<{ error: unknown }>) => on.onRefused(detail.error)}
      ></studio-versions>`;
  }
}
