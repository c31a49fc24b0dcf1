import { test } from 'vitest';
import { expectHarmless } from './hostile-image-service.ts';
import { otherHostileImages } from './hostile-images.ts';

test('hostile images do no harm', () => expectHarmless(otherHostileImages));
