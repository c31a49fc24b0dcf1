import { z } from 'zod';
import { readVaultKey } from '../secrets/index.ts';

/* A schema's message says what is expected. The rest of the sentence is put around it. */

export const numeric = (form: RegExp, min: number, max: number, what: string) =>
  z
    .string()
    .refine((text) => form.test(text) && Number(text) >= min && Number(text) <= max, {
      error: `${what} from ${min} to ${max}`,
    })
    .transform(Number);

export const flag = (otherwise: number, min: number, max: number, what = 'a whole number') =>
  numeric(/^\d+$/, min, max, what).default(otherwise);

export const choice = <const T extends readonly string[]>(names: T) =>
  z.enum(names, { error: `one of ${names.join(', ')}` });

export const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  );

const address = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);

export const addresses = list.refine(
  (texts) => texts.every((text) => address.safeParse(text).success),
  { error: 'addresses or CIDR ranges such as 10.0.0.0/8, with commas between them,' },
);

/** The input is left out, because most of an invalid key may be correct. */
export const keys = list.transform((texts, context) =>
  texts.flatMap((text, index) => {
    const key = readVaultKey(text);
    if (key) return [key];
    const message = `32 bytes in base64 or hex for the key number ${index + 1}`;
    context.addIssue({ code: 'custom', message, input: '' });
    return [];
  }),
);

/** Origins as browsers send them in the header `Origin`. */
export const origins = list.refine(
  (texts) => texts.every((text) => text === '*' || URL.parse(text)?.origin === text),
  '* or origins such as https://editor.example, without a path',
);
