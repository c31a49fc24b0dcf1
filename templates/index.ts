import { birthday } from './birthday/template.ts';
import type { TemplateSource } from './builder/index.ts';
import { skinCompany } from './skin-company/template.ts';
import { storySale } from './story-sale/template.ts';

export const TEMPLATES: readonly TemplateSource[] = [skinCompany, birthday, storySale];
