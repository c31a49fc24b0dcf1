import { redirectedFilesTests } from './redirected-files-tests.ts';

redirectedFilesTests('chromium');
