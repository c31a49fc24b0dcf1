#!/bin/sh
# Types, lint, format, import rules and unused code. ESLint takes as long as all others together;
# it runs beside them.
cd "$(dirname "$0")/.." || exit 1
lint=$(mktemp)
trap 'rm -f "$lint"' EXIT
npm run -s check:lint >"$lint" 2>&1 &
failed=0
for part in types format imports unused; do npm run -s "check:$part" || failed=1; done
wait $! || failed=1
cat "$lint"
exit $failed
