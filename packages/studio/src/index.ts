/** The studio: the pages of a Framepress service. */
import { FramepressStudio } from './app.ts';
import { applyTheme, storedTheme } from './theme.ts';

applyTheme(storedTheme());
if (!customElements.get('framepress-studio')) {
  customElements.define('framepress-studio', FramepressStudio);
}
document.body.append(document.createElement('framepress-studio'));
