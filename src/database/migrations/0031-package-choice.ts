/** The animation and the theme of a dotLottie that an upload chose; null: those of the package. */
export const PACKAGE_CHOICE = [
  'alter table template_style_versions add column animation text',
  'alter table template_style_versions add column theme text',
];
