import { NAMES, type PersonalName } from '../text/names.ts';

/** A name of each script of `NAMES`, and emoji. */
export const SCRIPTS: readonly PersonalName[] = [
  ...new Map(NAMES.toReversed().map((name) => [name.script, name])).values(),
  { name: '👩🏽‍🚀 🎉 ❤️ 🇯🇵 1️⃣', script: 'Emoji', language: 'en' },
].toReversed();
