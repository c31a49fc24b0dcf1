/** The names of the fonts that the package of a version contains; null until the version is imported again. */
export const PACKAGE_FONTS = ['alter table template_style_versions add column package_fonts text'];
